#include "check/sound.hpp"

#include <functional>
#include <map>

#include "base/error.hpp"
#include "check/job.hpp"
#include "document/check.hpp"
#include "document/faults.hpp"

namespace uneven::check {

namespace {

using document::Json;
using Lines = std::vector<std::string>;

template <class From>
std::function<Lines(const Json&)> contradictions_with(From from_json) {
  return [from_json](const Json& json) { return contradictions(json, from_json(json)); };
}

/// By the kind of plan.
const std::map<std::string, std::function<Lines(const Json&)>>& checks() {
  static const std::map<std::string, std::function<Lines(const Json&)>> all{
      {"hbsp-elements", contradictions_with(document::hbsp_elements_from_json)},
      {"hbsp-matmul", contradictions_with(document::hbsp_matmul_from_json)},
      {"partition", contradictions_with(document::partition_from_json)},
      {"reduction-tree", contradictions_with(document::reduction_tree_from_json)},
      {"search", contradictions_with(document::search_from_json)},
  };
  return all;
}

Lines contradictions_of(const Json& plan) {
  const auto kind = plan.find("kind");
  const auto check = kind == plan.end() ? checks().end() : checks().find(*kind);
  if (check == checks().end()) return {};
  try {
    return check->second(plan);
  } catch (const InputError& e) {
    return {e.what()};
  }
}

}  // namespace

Lines faults_of(const document::Document& document, bool own_program) {
  document::Faults faults{document::faults_of(document)};
  if (!faults.lines.empty()) return faults.lines;
  if (document.kind == "job") faults.lines = refusals(document::job_from_json(document.json), own_program);
  if (document.kind != "job") faults.lines = contradictions_of(document.json);
  if (const auto plan = document.json.find("plan"); document.kind == "job" && plan != document.json.end())
    faults.add_member("/plan", contradictions_of(*plan));
  return faults.lines;
}

}  // namespace uneven::check
