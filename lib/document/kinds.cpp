#include "document/kinds.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/error.hpp"
#include "document/check.hpp"
#include "document/hbsp_elements.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/job.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "document/report.hpp"
#include "document/search.hpp"
#include "document/speeds.hpp"

namespace uneven::document {

namespace {

/// @tparam from_json  makes the struct of the kind.
template <auto from_json>
Kind kind(std::string name, std::string title) {
  return {std::move(name), std::move(title), &description_of(decltype(from_json(Tree())){}),
          [](const Tree& json) { return faults(from_json(json)); }};
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{
      kind<hbsp_elements_from_json>(
          "hbsp-elements", "Placement of equal elements on processors of unequal speed, made by plan-hbsp elements"),
      kind<hbsp_matmul_from_json>(
          "hbsp-matmul", "Plan of a matrix product C = A B on processors of unequal speed, made by plan-hbsp matmul"),
      kind<job_from_json>("job", "A plan with everything needed to run it, made by the run tools with --emit"),
      kind<partition_from_json>(
          "partition", "Partition of samples x hidden units into one rectangle per processor, made by plan-partition"),
      kind<reduction_tree_from_json>("reduction-tree",
                                     "Tree of processors that join items, made by plan-reduction-tree"),
      kind<report_from_json>("report", "What a run did, made by the run tools"),
      kind<search_from_json>("search", "How processors share the scan of an example table, made by plan-search"),
      kind<speeds_from_json>("speeds", "Speeds of processors and network, made by measure-speeds"),
  };
  return all;
}

const std::vector<std::string>& known_kinds() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Kind& kind : kinds()) list.push_back(kind.name);
    return list;
  }();
  return names;
}

const Kind& kind_named(const std::string& name) {
  const auto found = std::ranges::find(kinds(), name, &Kind::name);
  if (found == kinds().end()) throw std::out_of_range("no kind of document: " + name);
  return *found;
}

const Kind* kind_of(const Node& json) {
  const Node& name = json["kind"];
  const auto found =
      std::ranges::find_if(kinds(), [&](const Kind& k) { return name.is_text() && k.name == name.text(); });
  return found == kinds().end() ? nullptr : &*found;
}

Faults schema_faults(const Tree& json, const std::string& kind) {
  Faults faults;
  check(object(*kind_named(kind).description), json, "", faults);
  return faults;
}

Faults faults_of(const Document& document) {
  Faults faults = document.schema_faults();
  if (!faults.empty()) return faults;
  try {
    return kind_named(document.kind).faults(document.json);
  } catch (const InputError& e) {
    faults.add_line(e.what());
    return faults;
  }
}

Faults faults_of_member(const Tree& json) {
  try {
    return faults_of(of_json(json, ""));
  } catch (const InputError& e) {
    Faults faults;
    faults.add_line(e.what());
    return faults;
  }
}

}  // namespace uneven::document
