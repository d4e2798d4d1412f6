// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "check/contradictions.hpp"
#include "document/document.hpp"
#include "document/job.hpp"

namespace uneven::check {

/// What the run of a job would refuse, as far as the job tells without its data: a program that is not known, more
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

}  // namespace uneven::check
