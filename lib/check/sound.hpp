#pragma once

#include "check/contradictions.hpp"
#include "document/document.hpp"

namespace uneven::check {

/// Every fault of a document of any kind, and of the plan inside a job: see document::faults_of() and, if it finds
/// none, refusals() and contradictions(). One line each; empty if the document is sound.
/// @param own_program  a job's program comes from the command line.
document::Faults faults_of(const document::Document& document, bool own_program = false);

/// A plan as a struct, checked as check-plan checks it.
/// @throws InputError with the file's name and the first fault.
template <class From>
auto sound(const document::Document& document, From from_json) {
  auto plan = document.as(from_json);
  document::Faults found;
  document::in_document(document.name, [&] { found = contradictions(document.json, plan); });
  document.require_none(found);
  return plan;
}

}  // namespace uneven::check
