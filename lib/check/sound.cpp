#include "check/sound.hpp"

#include <map>

#include "base/error.hpp"
#include "check/job.hpp"
#include "document/check.hpp"
#include "document/faults.hpp"

namespace uneven::check {

namespace {

using document::Faults;
using document::Tree;
using Check = Faults (*)(const Tree&);

template <auto from_json>
Faults contradictions_of(const Tree& json) {
  return contradictions(json, from_json(json));
}

/// By the kind of plan.
const std::map<std::string_view, Check>& checks() {
  static const std::map<std::string_view, Check> all{
      {"hbsp-elements", contradictions_of<document::hbsp_elements_from_json>},
      {"hbsp-matmul", contradictions_of<document::hbsp_matmul_from_json>},
      {"partition", contradictions_of<document::partition_from_json>},
      {"reduction-tree", contradictions_of<document::reduction_tree_from_json>},
      {"search", contradictions_of<document::search_from_json>},
  };
  return all;
}

Faults contradictions_in(const Tree& plan) {
  const auto& kind = plan["kind"];
  const auto check = kind.is_text() ? checks().find(kind.text()) : checks().end();
  if (check == checks().end()) return {};
  try {
    return check->second(plan);
  } catch (const InputError& e) {
    Faults faults;
    faults.add_line(e.what());
    return faults;
  }
}

}  // namespace

Faults faults_of(const document::Document& document, bool own_program) {
  Faults faults = document::faults_of(document);
  if (!faults.empty()) return faults;
  if (document.kind != "job") return contradictions_in(document.json);
  faults = refusals(document::job_from_json(document.json), own_program);
  faults.add_member("/plan", contradictions_in(document.json.member("plan")));
  return faults;
}

}  // namespace uneven::check
