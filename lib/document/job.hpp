// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <map>
#include <string>

#include "document/describe/object.hpp"
#include "document/json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

/// Document "job": a plan with everything needed to run it. It never names code to load or a command to run.
struct Job {
  static constexpr const char* kind = "job";
  std::string run;                ///< which executor: bp, reduction, matmul, ...
  Json plan = Json::object();     ///< a whole document of its own, or {}: "measure" and "bsp" need none
  Json input = Json::object();    ///< files and sizes
  Json options = Json::object();  ///< what the run tool was told
};

Object describe(const Job&);

/// What runs plans, by their kind.
const std::map<std::string, std::string>& runs_of_plans();

/// Faults of a job: a file name with NUL bytes, options that the run would refuse, a plan that is unsound, missing or
/// of a kind that the run does not take.
Faults faults(const Job& job);

}  // namespace uneven::document
