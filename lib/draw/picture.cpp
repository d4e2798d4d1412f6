// SPDX-License-Identifier: MIT
#include "draw/picture.hpp"

#include <functional>
#include <map>

#include "base/error.hpp"
#include "document/job.hpp"
#include "draw/charts.hpp"
#include "draw/plans.hpp"
#include "draw/tree.hpp"

namespace uneven::draw {
namespace {

struct Pictures {
  std::function<std::string(const document::Document&, TextOptions)> text;
  std::function<std::string(const document::Document&)> svg;
};

/// For the kind whose struct `from_json` makes.
template <class From>
Pictures pictures_with(From from_json) {
  return {[from_json](const document::Document& document, TextOptions options) {
            return text(document.as(from_json), options);
          },
          [from_json](const document::Document& document) { return svg(document.as(from_json)); }};
}

const std::map<std::string, Pictures>& pictures() {
  static const std::map<std::string, Pictures> all{
      {"array-shares", pictures_with(document::array_shares_from_json)},
      {"hbsp-costs", pictures_with(document::hbsp_costs_from_json)},
      {"hbsp-elements", pictures_with(document::hbsp_elements_from_json)},
      {"hbsp-matmul", pictures_with(document::hbsp_matmul_from_json)},
      {"partition", pictures_with(document::partition_from_json)},
      {"reduction-tree", pictures_with(document::reduction_tree_from_json)},
      {"report", pictures_with(document::report_from_json)},
      {"search", pictures_with(document::search_from_json)},
      {"speeds", pictures_with(document::speeds_from_json)},
  };
  return all;
}

/// The document itself, or the plan of a job.
document::Document plan_of(const document::Document& document) {
  if (document.kind != "job") return document;
  const auto job = document.as(document::job_from_json);
  if (job.plan.empty()) throw InputError(document.name + ": /plan: this job has no plan to draw");
  return document::of_json(job.plan, document.name + ": /plan", drawn_kinds());
}

}  // namespace

const std::vector<std::string>& drawn_kinds() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> names{"job"};
    for (const auto& [kind, unused] : pictures()) names.push_back(kind);
    return names;
  }();
  return kinds;
}

std::string text(const document::Document& document, TextOptions options) {
  const auto plan = plan_of(document);
  return pictures().at(plan.kind).text(plan, options);
}

std::string svg(const document::Document& document) {
  const auto plan = plan_of(document);
  return pictures().at(plan.kind).svg(plan);
}

std::string dot(const document::Document& document) {
  const auto plan = plan_of(document);
  if (plan.kind == "reduction-tree") return dot(plan.as(document::reduction_tree_from_json));
  throw UsageError("--dot: found a document of kind " + plan.kind + "; expected reduction-tree");
}

}  // namespace uneven::draw
