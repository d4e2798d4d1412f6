#pragma once

#include <string>
#include <vector>

#include "check/contradictions.hpp"
#include "document/document.hpp"

namespace uneven::check {

/// Every fault of a document of any kind, and of the plan inside a job: see document::faults_of() and, if it finds
/// none, contradictions(). One line each; empty if the document is sound.
std::vector<std::string> faults_of(const document::Document& document);

/// A plan as a struct, checked as check-plan checks it.
/// @throws InputError with the file's name and the first fault.
template <class From>
auto sound(const document::Document& document, From from_json) {
  auto plan = document.as(from_json);
  std::vector<std::string> found;
  document::in_document(document.name, [&] { found = contradictions(document.json, plan); });
  document.require_none(found);
  return plan;
}

}  // namespace uneven::check
