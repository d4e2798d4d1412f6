// SPDX-License-Identifier: MIT
#include "draw/picture.hpp"

#include <functional>
#include <map>

#include "base/error.hpp"
#include "document/job.hpp"
#include "draw/html/page.hpp"
#include "draw/html/pages.hpp"
#include "draw/status.hpp"
#include "draw/tree.hpp"
#include "draw/views.hpp"

namespace uneven::draw {
namespace {

struct Pictures {
  std::function<std::string(const document::Document&, TextOptions)> text;
  std::function<std::string(const document::Document&)> svg;
  std::function<Page(const document::Document&)> html;
};

template <class... Document>
std::map<std::string, Pictures> pictures_of() {
  return {{Document::kind,
           {[](const document::Document& d, TextOptions options) { return text(d.as<Document>(), options); },
            [](const document::Document& d) {
              const auto plan = d.as<Document>();
              Svg picture = svg(plan);
              add_notes(picture, notes_of(plan));
              return picture.str();
            },
            [](const document::Document& d) { return page_of(d.as<Document>()); }}}...};
}

const std::map<std::string, Pictures>& pictures() {
  static const auto all = pictures_of<document::ArrayShares, document::HbspCosts, document::HbspElements,
                                      document::HbspMatmul, document::Partition, document::ReductionTree,
                                      document::Report, document::Search, document::Speeds, document::Status>();
  return all;
}

/// The document itself, or the plan of a job.
document::Document plan_of(const document::Document& document) {
  if (document.kind != "job") return document;
  const auto job = document.as<document::Job>();
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

std::string html(const document::Document& document, const std::string& trace) {
  if (!trace.empty() && document.kind != document::Report::kind)
    throw UsageError("--trace: found a document of kind " + document.kind + "; expected the report of the same run");
  const auto plan = plan_of(document);
  auto page = trace.empty() ? pictures().at(plan.kind).html(plan) : page_of(plan.as<document::Report>(), trace);
  if (document.kind == "job") add_job(page, document.as<document::Job>());
  page.attach(document.json.dump(), document.kind + ".json");
  return page.str();
}

std::string dot(const document::Document& document) {
  const auto plan = plan_of(document);
  if (plan.kind == "reduction-tree") return dot(plan.as<document::ReductionTree>());
  throw UsageError("--dot: found a document of kind " + plan.kind + "; expected reduction-tree");
}

}  // namespace uneven::draw
