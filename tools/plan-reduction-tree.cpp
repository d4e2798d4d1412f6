// SPDX-License-Identifier: MIT
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "document/reduction_tree.hpp"
#include "document/speeds_option.hpp"
#include "reduction/prediction.hpp"
#include "reduction/rank_order.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"
#include "shares/options.hpp"

namespace {

using namespace uneven;

struct Options {
  document::SpeedsOption speeds;
  shares::MemoryOption memory;
  std::optional<std::string> compute, transfer, height;
  std::optional<std::int64_t> items, processors, elements;
  std::int64_t arity = 2;
  bool one_item_each = false;
  std::string order = "tree";
  document::TreeShape shape = document::TreeShape::optimal;
};

/// Those of the processors that the tree is made for; none if it is made for nothing but times.
std::optional<document::Speeds> speeds_of(const Options& options, const Tool& tool) {
  const bool only_times = (options.compute || options.transfer) && !options.speeds.document_given();
  if (only_times && !options.speeds.by_hand()) {
    if (options.memory.given()) throw UsageError("--memory needs processors: expected --speeds LIST or a document");
    return std::nullopt;
  }
  document::Speeds speeds = options.speeds.read(tool);
  options.memory.apply_to(speeds);
  return speeds;
}

/// @throws InputError  if a processor holds more bytes than its memory has.
void require_memory(const document::ReductionTree& tree) {
  const std::vector<double> needed = reduction::bytes_held(tree);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto& node = tree.processors[i];
    const auto memory = tree.cluster[static_cast<std::size_t>(node.processor)].memory_bytes;
    if (memory && needed[i] > static_cast<double>(*memory))
      throw InputError("processor " + std::to_string(node.processor) + " needs " + shortest(std::ceil(needed[i])) +
                       " bytes (items: " + std::to_string(node.items.count) + ", children: " +
                       std::to_string(node.children.size()) + "); its memory has " + std::to_string(*memory));
  }
}

double parse_time(const std::optional<std::string>& text, const std::string& name, double otherwise) {
  const double time = text ? parse_number(*text, name) : otherwise;
  if (time < 0) throw UsageError(name + ": found " + *text + "; expected a number >= 0");
  return time;
}

document::ReductionTree plan(const Options& options, const std::optional<document::Speeds>& speeds) {
  const bool measured = speeds && !options.speeds.by_hand() && !options.compute && !options.transfer;
  const auto cluster = speeds ? document::cluster_of(*speeds) : std::vector<document::Processor>();
  if (measured && !options.elements)
    throw UsageError("--elements is required with measured speeds, or --compute and --transfer");
  if (options.memory.given() && !options.elements) throw UsageError("--memory needs --elements");
  const auto model_for = [&](std::int64_t elements) {
    if (measured) return reduction::measured_model(*speeds, elements, options.arity);
    reduction::Model model;
    model.compute = options.compute ? parse_positive(*options.compute, "--compute") : 1;
    model.transfer = parse_time(options.transfer, "--transfer", 1);
    model.arity = options.arity;
    model.operation_times = reduction::operation_times(document::speeds_of(cluster), model.compute);
    return model;
  };
  const auto model = model_for(options.elements.value_or(1));
  reduction::Goal goal{.height = {}, .items = options.items, .processors = options.processors};
  if (options.height) goal.height = parse_time(options.height, "--height", 0);
  const auto known = std::ssize(cluster);
  if (known > 0 && !goal.processors) goal.processors = known;
  if (known > 0 && *goal.processors > known)
    throw UsageError("--processors " + std::to_string(*goal.processors) + ": the speeds are those of " +
                     std::to_string(known));
  if (options.one_item_each && !goal.processors) throw UsageError("--one-item-each needs --processors");
  if (!goal.height && !goal.items && !goal.processors)
    throw UsageError("no size: expected --height, --items or --processors");
  if (options.shape != document::TreeShape::optimal && !goal.items && !options.one_item_each)
    throw UsageError("--shape " + name_of(options.shape) + " needs --items or --one-item-each");

  const bool optimal = options.shape == document::TreeShape::optimal, in_rank_order = options.order == "rank";
  if (in_rank_order && !options.one_item_each) throw UsageError("--order rank needs --one-item-each");
  if (in_rank_order && options.arity != 2) throw UsageError("--order rank: expected --arity 2");
  const auto made = [&] {
    if (measured && options.one_item_each && optimal)
      return reduction::pipelined_tree(*speeds, *goal.processors, *options.elements, options.arity, in_rank_order);
    if (in_rank_order && optimal) return reduction::rank_order_tree(model, *goal.processors);
    if (in_rank_order && options.shape == document::TreeShape::list)
      return reduction::rank_order_list(model, *goal.processors);
    return reduction::shaped_tree(model, options.shape, goal, options.one_item_each);
  };
  auto tree = made();
  tree.compared = reduction::finish_of_others(reduction::model_of(tree), goal, tree);
  std::erase_if(tree.compared, [](const auto& other) { return !std::isfinite(other.second); });
  tree.elements = options.elements;
  if (tree.elements) tree.bytes = reduction::sent_bytes(tree);
  if (measured) {
    tree.unit = document::TimeUnit::second;
    if (!tree.predicted_s)
      tree.predicted_s = finite(reduction::predicted_seconds(tree, *options.elements, *speeds), "predicted seconds");
    if (tree.segments > 1)
      tree.compared_s = reduction::predicted_seconds_of_others(tree, *goal.processors, *options.elements, *speeds);
    tree.kernel = speeds->kernel;
  }
  tree.cluster = cluster;
  if (known == 0) tree.cluster.resize(tree.processors.size() + tree.left_out.size());
  // A tree of equal processors is made without the others.
  for (auto rank = std::ssize(tree.processors) + std::ssize(tree.left_out); rank < known; ++rank)
    tree.left_out.push_back(rank);
  if (tree.elements) require_memory(tree);
  return tree;
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("plan-reduction-tree", "Plan the tree in which processors join their items, and nobody waits.");
  Options options;
  const Check count = integer_from(1);
  options.speeds.add_to(tool.app);
  options.memory.add_to(tool.app);
  tool.app.add_option("--compute", options.compute, "Time of one operation [1]").type_name("N");
  tool.app.add_option("--transfer", options.transfer, "Time of sending one partial result [1]").type_name("M");
  tool.app.add_option("--elements", options.elements, "Length of the vectors to join, in doubles").check(count);
  tool.app.add_option("--arity", options.arity, "Operands that one operation joins, at most [2]")
      .check(integer_from(2));
  auto height = tool.app.add_option("--height", options.height, "Join the most items in this time").type_name("H");
  auto items = tool.app.add_option("--items", options.items, "Number of items to join").check(count).excludes(height);
  tool.app.add_option("--processors", options.processors, "Most processors to use").check(count);
  tool.app.add_flag("--one-item-each", options.one_item_each, "Join one item of each of the processors")
      .excludes(height)
      .excludes(items);
  tool.app.add_option("--order", options.order, "tree, or rank: of the items, with one of each processor [tree]")
      .one_of({"tree", "rank"});
  tool.app.add_option("--shape", options.shape, "optimal, binary, binomial or list [optimal]")
      .one_of(names_of<document::TreeShape>());
  tool.app.add_examples({"plan-reduction-tree --compute 1 --transfer 1 --items 1000 --processors 4",
                         "plan-reduction-tree --transfer 2 --speeds 4*1.0,4*0.5 --one-item-each"});
  return tool.run(argc, argv, [&] {
    auto tree = plan(options, speeds_of(options, tool));
    tree.made_by = tool.made_by();
    tool.write(tree);
  });
}
