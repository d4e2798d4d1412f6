#include "document/hbsp_matmul.hpp"

#include <algorithm>

#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {
namespace {

OrderedJson to_json(const Layouts& layouts) {
  return {{"A", name_of(layouts.a)}, {"B", name_of(layouts.b)}, {"C", name_of(layouts.c)}};
}

OrderedJson to_json(const LayoutCost& cost) {
  OrderedJson json = to_json(cost.layouts);
  json["communication"] = cost.communication;
  json["total"] = cost.total;
  return json;
}

OrderedJson to_json(const MatrixPart& part) {
  return {{"processor", part.processor}, {"rows", to_json(part.rows)}, {"columns", to_json(part.columns)}};
}

OrderedJson to_json(const std::vector<MatrixPart>& parts) {
  OrderedJson json = OrderedJson::array();
  for (const MatrixPart& part : parts) json.push_back(to_json(part));
  return json;
}

Layouts layouts_from_json(const Json& json) {
  const auto layout = [&](const char* key) { return layout_named(json.at(key)).value(); };
  return {layout("A"), layout("B"), layout("C")};
}

std::vector<MatrixPart> parts_from_json(const Json& json) {
  std::vector<MatrixPart> parts;
  for (const Json& part : json)
    parts.push_back({part.at("processor"), range_from_json(part.at("rows")), range_from_json(part.at("columns"))});
  return parts;
}

}  // namespace

const char* name_of(Layout layout) {
  switch (layout) {
    case Layout::alpha:
      return "alpha";
    case Layout::beta:
      return "beta";
    default:
      return "gamma";
  }
}

std::optional<Layout> layout_named(const std::string& name) {
  for (Layout layout : {Layout::alpha, Layout::beta, Layout::gamma})
    if (name == name_of(layout)) return layout;
  return {};
}

const std::vector<MatrixPart>& start_of_a(const HbspMatmul& plan) {
  return plan.starts ? plan.starts->a : plan.rectangles;
}

const std::vector<MatrixPart>& start_of_b(const HbspMatmul& plan) {
  return plan.starts ? plan.starts->b : plan.rectangles;
}

HbspMatmul hbsp_matmul_from_json(const Json& json) {
  HbspMatmul plan;
  plan.size = json.at("size");
  plan.panel = value_at<std::int64_t>(json, "panel", default_panel);
  if (const Json layout = raw_at(json, "layout"); layout.is_object()) plan.layout = layouts_from_json(layout);
  plan.gap = optional_at<double>(json, "gap");
  plan.barrier = optional_at<double>(json, "barrier");
  if (json.contains("layouts"))
    for (const Json& row : json.at("layouts"))
      plan.layouts.push_back({layouts_from_json(row), row.at("communication"), row.at("total")});
  plan.rectangles = parts_from_json(json.at("rectangles"));
  if (const Json starts = raw_at(json, "starts"); starts.is_object())
    plan.starts = MatrixStarts{parts_from_json(starts.at("A")), parts_from_json(starts.at("B"))};
  if (const Json predicted = raw_at(json, "predicted"); predicted.is_object())
    plan.predicted = {optional_at<double>(predicted, "compute_s"),
                      optional_at<double>(predicted, "communication_s"),
                      value_at<std::int64_t>(predicted, "elements", 0),
                      value_at(predicted, "lower_bound", 0.0),
                      value_at(predicted, "ratio", 1.0),
                      value_at(predicted, "imbalance", 0.0),
                      optional_at<double>(predicted, "seconds")};
  plan.left_out = value_at<std::vector<std::int64_t>>(json, "left_out", {});
  plan.cluster = cluster_or_equal(json, plan.rectangles.size() + plan.left_out.size());
  plan.kernel = optional_at<std::string>(json, "kernel");
  plan.kernel_options = value_at<Json>(json, "kernel_options", Json::object());
  plan.made_by = made_by_from_json(json);
  return plan;
}

void write_document(std::ostream& out, const HbspMatmul& plan, bool compact) {
  Writer writer(out, "hbsp-matmul", compact);
  writer.field("size", plan.size);
  writer.field("panel", plan.panel);
  writer.field("layout", to_json(plan.layout));
  if (plan.gap) writer.field("gap", *plan.gap);
  if (plan.barrier) writer.field("barrier", *plan.barrier);
  writer.array("layouts", plan.layouts.size(), [&](std::size_t i) { return to_json(plan.layouts[i]); });
  writer.array("rectangles", plan.rectangles.size(), [&](std::size_t i) { return to_json(plan.rectangles[i]); });
  if (plan.starts) writer.field("starts", {{"A", to_json(plan.starts->a)}, {"B", to_json(plan.starts->b)}});
  writer.field("predicted", {{"compute_s", or_null(plan.predicted.compute_s)},
                             {"communication_s", or_null(plan.predicted.communication_s)},
                             {"elements", plan.predicted.elements},
                             {"lower_bound", plan.predicted.lower_bound},
                             {"ratio", plan.predicted.ratio},
                             {"imbalance", plan.predicted.imbalance},
                             {"seconds", or_null(plan.predicted.seconds)}});
  writer.field("left_out", plan.left_out);
  writer.array("cluster", plan.cluster.size(), [&](std::size_t i) { return to_json(plan.cluster[i]); });
  writer.field("kernel", or_null(plan.kernel));
  writer.field("kernel_options", OrderedJson(plan.kernel_options));
  writer.field("made_by", to_json(plan.made_by));
  writer.end();
}

}  // namespace uneven::document
