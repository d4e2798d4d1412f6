// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "schedule/schedule.hpp"

namespace uneven::check {

/// The kinds of documents whose messages follow from a schedule, wholly or in part; of a job it is the plan, and what
/// is done with it.
const std::vector<std::string>& kinds_with_messages();

/// Who sends what to whom in one superstep of an array with a halo; in one iteration of a partition, in single
/// precision; in one product of a plan for matrices; in one reduction of vectors of doubles, as long as the plan says,
/// or else of one number; in joining the answers to a batch of a search, of as many queries as the plan, or the job,
/// scans together; or in one superstep of a job of run-bsp. Where a length follows from the run only, bytes are not all
/// known.
/// @throws InputError  if the document is not sound, or is a job of which nothing is known.
/// Cost: O(messages log pairs), and what the schedules of all processors take.
schedule::Traffic messages_of(const document::Document& document);

/// JSON: messages and bytes by pair, one pair per line, and their totals.
void write_messages(std::ostream& out, const schedule::Traffic& traffic);

}  // namespace uneven::check
