#include "document/reduction_tree.hpp"

#include <algorithm>
#include <iterator>

#include "document/common_json.hpp"
#include "document/writer.hpp"

namespace uneven::document {

namespace {

OrderedJson to_json(const TreeNode& node) {
  return {{"processor", node.processor}, {"parent", or_null(node.parent)}, {"children", node.children},
          {"finish", node.finish},       {"operations", node.operations},  {"items", to_json(node.items)}};
}

TreeNode node_from_json(const Json& json, std::int64_t arity) {
  TreeNode node;
  node.processor = json.at("processor");
  node.parent = optional_at<std::int64_t>(json, "parent");
  node.children = json.at("children").get<std::vector<std::int64_t>>();
  node.items = range_from_json(json.at("items"));
  node.finish = value_at(json, "finish", 0.0);
  node.operations = value_at(json, "operations", operations_needed(node.items.count, std::ssize(node.children), arity));
  return node;
}

/// Times of shapes; what is no number is the user's.
std::vector<std::pair<std::string, double>> compared_from_json(const Json& json) {
  std::vector<std::pair<std::string, double>> times;
  if (const Json compared = raw_at(json, "compared"); compared.is_object())
    for (const auto& [shape, time] : compared.items())
      if (time.is_number()) times.emplace_back(shape, time.get<double>());
  return times;
}

OrderedJson to_json(const std::vector<std::pair<std::string, double>>& times) {
  OrderedJson json = OrderedJson::object();
  for (const auto& [shape, time] : times) json[shape] = time;
  return json;
}

OrderedJson predicted_of(const ReductionTree& tree) {
  OrderedJson json{{"seconds", *tree.predicted_s}};
  if (!tree.compared_s.empty()) json["compared"] = to_json(tree.compared_s);
  return json;
}

}  // namespace

std::int64_t operations_needed(std::int64_t items, std::int64_t children, std::int64_t arity) {
  const auto joined = arity - 1;  // operands that an operation adds to the partial result
  const auto operands = items - 1 + children;
  return operands / joined + (operands % joined > 0);
}

std::int64_t root_of(const ReductionTree& tree) {
  for (const TreeNode& node : tree.processors)
    if (!node.parent) return node.processor;
  return 0;
}

ReductionTree reduction_tree_from_json(const Json& json) {
  ReductionTree tree;
  tree.arity = value_at<std::int64_t>(json, "arity", 2);
  tree.compute = json.at("compute");
  tree.transfer = json.at("transfer");
  tree.operation_times = value_at<std::vector<double>>(json, "operation_times", {});
  tree.unit = value_at<std::string>(json, "unit", "step");
  tree.items = json.at("items");
  tree.elements = optional_at<std::int64_t>(json, "elements");
  tree.segments = value_at<std::int64_t>(json, "segments", 1);
  tree.finish = value_at(json, "finish", 0.0);
  if (const Json predicted = raw_at(json, "predicted"); predicted.is_object()) {
    tree.predicted_s = optional_at<double>(predicted, "seconds");
    tree.compared_s = compared_from_json(predicted);
  }
  tree.one_item_each = value_at(json, "one_item_each", false);
  tree.shape = value_at<std::string>(json, "shape", "optimal");
  for (const Json& node : json.at("processors")) tree.processors.push_back(node_from_json(node, tree.arity));
  tree.links = optional_at<std::vector<std::pair<std::int64_t, std::int64_t>>>(json, "links");
  tree.compared = compared_from_json(json);
  tree.left_out = value_at<std::vector<std::int64_t>>(json, "left_out", {});
  tree.cluster = cluster_or_equal(json, tree.processors.size() + tree.left_out.size());
  tree.kernel = optional_at<std::string>(json, "kernel");
  tree.made_by = made_by_from_json(json);
  return tree;
}

void write_document(std::ostream& out, const ReductionTree& tree, bool compact) {
  Writer writer(out, "reduction-tree", compact);
  writer.field("arity", tree.arity);
  writer.field("compute", tree.compute);
  writer.field("transfer", tree.transfer);
  if (!tree.operation_times.empty()) writer.field("operation_times", tree.operation_times);
  writer.field("unit", tree.unit);
  writer.field("items", tree.items);
  if (tree.elements) writer.field("elements", *tree.elements);
  writer.field("segments", tree.segments);
  writer.field("finish", tree.finish);
  if (tree.predicted_s) writer.field("predicted", predicted_of(tree));
  writer.field("one_item_each", tree.one_item_each);
  writer.field("shape", tree.shape);
  writer.array("processors", tree.processors.size(), [&](std::size_t i) { return to_json(tree.processors[i]); });
  std::vector<const TreeNode*> below;
  for (const TreeNode& node : tree.processors)
    if (node.parent) below.push_back(&node);
  writer.array("links", below.size(), [&](std::size_t i) {
    return OrderedJson::array({*below[i]->parent, below[i]->processor});
  });
  writer.field("compared", to_json(tree.compared));
  writer.field("left_out", tree.left_out);
  writer.array("cluster", tree.cluster.size(), [&](std::size_t i) { return to_json(tree.cluster[i]); });
  if (tree.kernel) writer.field("kernel", *tree.kernel);
  writer.field("made_by", to_json(tree.made_by));
  writer.end();
}

}  // namespace uneven::document
