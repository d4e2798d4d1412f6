// SPDX-License-Identifier: MIT
#pragma once

#include <iosfwd>
#include <map>
#include <string>

#include "document/describe/object.hpp"
#include "document/json.hpp"

namespace uneven::document {

/// Document "job": a plan with everything needed to run it. It never names code to load or a command to run.
struct Job {
  std::string run;                ///< which executor: bp, reduction, matmul, ...
  Json plan = Json::object();     ///< a whole document of its own, or {}: "measure" and "bsp" need none
  Json input = Json::object();    ///< files and sizes
  Json options = Json::object();  ///< what the run tool was told
};

const Object& description_of(const Job&);

/// From JSON that is sound by its description.
Job job_from_json(const Tree& json);

/// What runs plans, by their kind.
const std::map<std::string, std::string>& runs_of_plans();

/// Faults of file names, of options that the run would refuse, of the plan inside, of one that is not the run's, and of
/// one that is missing.
Faults faults(const Job& job);
void write_document(std::ostream& out, const Job& job, bool compact);

}  // namespace uneven::document
