// SPDX-License-Identifier: MIT
#include "executors.hpp"

#include <map>

#include "base/error.hpp"
#include "document/job.hpp"

namespace uneven::runner {

namespace {

const std::map<std::string, Executor>& executors() {
  static const std::map<std::string, Executor> all{
      {"bp", bp::execute},         {"bsp", elements::execute},    {"command", command::execute},
      {"matmul", matmul::execute}, {"measure", measure::execute}, {"reduction", reduction::execute},
      {"search", search::execute},
  };
  return all;
}

}  // namespace

const Executor& executor_named(const std::string& run) { return executors().at(run); }

std::string executor_of_plan(const std::string& kind) {
  const auto& runs = document::runs_of_plans();
  if (const auto found = runs.find(kind); found != runs.end()) return found->second;
  std::string known;
  for (const auto& [name, _] : runs) known += (known.empty() ? "" : ", ") + name;
  throw InputError("/kind: \"" + kind + "\" cannot be run; expected " + known);
}

}  // namespace uneven::runner
