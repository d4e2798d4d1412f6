// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "document/document.hpp"
#include "schedule/schedule.hpp"

namespace uneven::check {

/// The kinds of documents whose messages follow from a schedule; of a job it is the plan.
const std::vector<std::string>& kinds_with_messages();

/// Who sends what to whom in one superstep of an array with a halo; in one iteration of a partition, in single
/// precision; in one product of a plan for matrices; or in one reduction of vectors of doubles, as long as the plan
/// says, or else of one number.
/// @throws InputError  if the document is not sound, or is a job without such a plan.
/// Cost: O(messages log pairs), and what the schedules of all processors take.
schedule::Traffic messages_of(const document::Document& document);

/// JSON: messages and bytes by pair, one pair per line, and their totals.
void write_messages(std::ostream& out, const schedule::Traffic& traffic);

}  // namespace uneven::check
