// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "check/contradictions.hpp"
#include "document/document.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "schedule/schedule.hpp"

namespace uneven::check {

/// The reasons for which a run would refuse a job, as far as the job tells without its data: an unknown program, more
/// clusters than it takes or than there are points, a slowdown of a processor that the plan does not have. One line
/// each, with a JSON pointer.
///
/// @param own_program  the program comes from the command line, so that its name may be any.
/// Precondition: the job has no faults of its own (document::faults()).
document::Faults refusals(const document::Job& job, bool own_program);

/// Every fault of a document of any kind, and of the plan inside a job: see document::faults_of() and, if it finds
/// none, refusals() and contradictions(). One line each; empty if the document is sound.
/// @param own_program  a job's program comes from the command line.
document::Faults faults_of(const document::Document& document, bool own_program = false);

/// A plan as a struct, checked as check-plan checks it.
/// @throws InputError with the file's name and the first fault.
template <class Plan>
Plan sound(const document::Document& document) {
  auto plan = document.as<Plan>();
  document::Faults found;
  document::in_document(document.name, [&] { found = contradictions(document.json, plan); });
  document.require_none(found);
  return plan;
}

/// The kinds of documents whose messages follow, wholly or in part, from a schedule. A job's follow from its plan and
/// from its input and options.
const std::vector<std::string>& kinds_with_messages();

/// The messages by sender and receiver. Array with a halo, job of run-bsp: one superstep. Partition: one iteration, in
/// single precision. Plan for matrices: one product. Tree: one reduction of vectors of doubles, of the plan's length or
/// else 1. Search: joining the answers to one batch of queries, as large as the plan or the job says. Bytes are not all
/// known where only the run decides the length of a message.
///
/// @throws InputError  if the document is not sound, or is a job without known messages.
/// Cost: O(messages log pairs), and what the schedules of all processors take.
schedule::Traffic messages_of(const document::Document& document);

/// Bytes that the schedules of a plan send, as messages_of() counts them.
/// @return  nothing if the bytes exceed 2^53, or if counting takes long: more than 16 processors or 8,192 messages of a
///          partition, about 100,000 messages of other plans; of a tree also without the length of its vectors.
/// @{
std::optional<schedule::Bytes> scheduled_bytes(const document::Partition& plan);
std::optional<schedule::Bytes> scheduled_bytes(const document::HbspMatmul& plan);
std::optional<schedule::Bytes> scheduled_bytes(const document::ReductionTree& tree);
/// @}

/// JSON: messages and bytes by pair, one pair per line, and their totals.
void write_messages(std::ostream& out, const schedule::Traffic& traffic);

}  // namespace uneven::check
