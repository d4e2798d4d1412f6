#include "document/partition.hpp"

#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

namespace {

OrderedJson to_json(const Column& column) {
  return {{"width", column.width}, {"processors", column.processors}, {"samples", to_json(column.samples)}};
}

OrderedJson to_json(const Rectangle& r) {
  return {{"processor", r.processor},
          {"column", r.column},
          {"left", r.left},
          {"width", r.width},
          {"top", r.top},
          {"height", r.height},
          {"samples", to_json(r.samples)},
          {"hidden", to_json(r.hidden)}};
}

OrderedJson to_json(const Group& group) {
  return {{"hidden", to_json(group.hidden)}, {"processors", group.processors}};
}

OrderedJson to_json(const TreeTimes& times) {
  return {{"compute_s", times.compute_s}, {"transfer_s", times.transfer_s}};
}

TreeTimes tree_times_from_json(const Json& json) { return {json.at("compute_s"), json.at("transfer_s")}; }

OrderedJson to_json(const Candidate& c) {
  return {{"method", c.method},
          {"columns", c.columns},
          {"sizes", c.sizes},
          {"order", c.order},
          {"small_group", c.small_group},
          {"collective", c.collective},
          {"processors", c.processors},
          {"elements", c.elements},
          {"lower_bound", c.lower_bound},
          {"seconds", or_null(c.seconds)}};
}

Candidate candidate_from_json(const Json& json) {
  Candidate c;
  c.method = json.at("method");
  c.columns = json.at("columns");
  c.sizes = value_at<std::vector<std::int64_t>>(json, "sizes", {});
  c.order = value_at<std::string>(json, "order", "sorted");
  c.small_group = value_at(json, "small_group", 0.0);
  c.collective = value_at<std::string>(json, "collective", "linear");
  c.processors = value_at<std::int64_t>(json, "processors", 0);
  c.elements = json.at("elements");
  c.lower_bound = value_at(json, "lower_bound", 0.0);
  c.seconds = optional_at<double>(json, "seconds");
  return c;
}

Rectangle rectangle_from_json(const Json& json) {
  Rectangle r;
  r.processor = json.at("processor");
  r.column = json.at("column");
  r.left = value_at(json, "left", 0.0);
  r.width = value_at(json, "width", 0.0);
  r.top = value_at(json, "top", 0.0);
  r.height = value_at(json, "height", 0.0);
  r.samples = range_from_json(json.at("samples"));
  r.hidden = range_from_json(json.at("hidden"));
  return r;
}

}  // namespace

Partition partition_from_json(const Json& json) {
  Partition partition;
  const Json& network = json.at("network");
  partition.network = {network.at("inputs"), network.at("hidden"), network.at("outputs")};
  partition.samples = json.at("samples");
  partition.method = value_at<std::string>(json, "method", "columns");
  partition.order = value_at<std::string>(json, "order", "sorted");
  partition.objective = value_at<std::string>(json, "objective", "elements");
  partition.balance = value_at<std::string>(json, "balance", "work");
  partition.collective = value_at<std::string>(json, "collective", "linear");
  if (const Json trees = raw_at(json, "trees"); trees.is_object())
    partition.trees = {tree_times_from_json(trees.at("column")), tree_times_from_json(trees.at("group"))};
  partition.small_group = value_at(json, "small_group", 0.0);
  for (const Json& column : json.at("columns"))
    partition.columns.push_back({column.at("width"), column.at("processors"), range_from_json(column.at("samples"))});
  for (const Json& rectangle : json.at("rectangles")) partition.rectangles.push_back(rectangle_from_json(rectangle));
  if (json.contains("groups"))
    for (const Json& group : json.at("groups"))
      partition.groups.push_back({range_from_json(group.at("hidden")), group.at("processors")});
  if (json.contains("candidates"))
    for (const Json& candidate : json.at("candidates")) partition.candidates.push_back(candidate_from_json(candidate));
  if (const Json predicted = raw_at(json, "predicted"); predicted.is_object())
    partition.predicted = {value_at(predicted, "elements", 0.0), value_at(predicted, "lower_bound", 0.0),
                           value_at(predicted, "imbalance", 0.0), optional_at<double>(predicted, "seconds")};
  partition.left_out = value_at<std::vector<std::int64_t>>(json, "left_out", {});
  partition.cluster = cluster_or_equal(json, partition.rectangles.size() + partition.left_out.size());
  partition.speeds = raw_at(json, "speeds");
  partition.kernel = optional_at<std::string>(json, "kernel");
  partition.kernel_options = value_at<Json>(json, "kernel_options", Json::object());
  partition.data = raw_at(json, "data");
  partition.made_by = made_by_from_json(json);
  return partition;
}

void write_document(std::ostream& out, const Partition& p, bool compact) {
  Writer writer(out, "partition", compact);
  writer.field("network", {{"inputs", p.network.inputs}, {"hidden", p.network.hidden}, {"outputs", p.network.outputs}});
  writer.field("samples", p.samples);
  writer.field("method", p.method);
  writer.field("order", p.order);
  writer.field("objective", p.objective);
  if (p.balance != "work") writer.field("balance", p.balance);
  writer.field("collective", p.collective);
  if (p.trees) writer.field("trees", {{"column", to_json(p.trees->column)}, {"group", to_json(p.trees->group)}});
  writer.field("small_group", p.small_group);
  writer.array("columns", p.columns.size(), [&](std::size_t i) { return to_json(p.columns[i]); });
  writer.array("rectangles", p.rectangles.size(), [&](std::size_t i) { return to_json(p.rectangles[i]); });
  if (!p.groups.empty()) writer.array("groups", p.groups.size(), [&](std::size_t i) { return to_json(p.groups[i]); });
  writer.array("candidates", p.candidates.size(), [&](std::size_t i) { return to_json(p.candidates[i]); });
  writer.field("predicted", {{"elements", p.predicted.elements},
                             {"lower_bound", p.predicted.lower_bound},
                             {"imbalance", p.predicted.imbalance},
                             {"seconds", or_null(p.predicted.seconds)}});
  writer.field("left_out", p.left_out);
  writer.array("cluster", p.cluster.size(), [&](std::size_t i) { return to_json(p.cluster[i]); });
  if (!p.speeds.is_null()) writer.field("speeds", OrderedJson(p.speeds));
  writer.field("kernel", or_null(p.kernel));
  writer.field("kernel_options", OrderedJson(p.kernel_options));
  if (!p.data.is_null()) writer.field("data", OrderedJson(p.data));
  writer.field("made_by", to_json(p.made_by));
  writer.end();
}

}  // namespace uneven::document
