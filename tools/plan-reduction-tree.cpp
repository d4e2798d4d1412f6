#include <cstdint>
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/number.hpp"
#include "base/tool.hpp"
#include "document/document.hpp"
#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/measured.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"

namespace {

using namespace uneven;

struct Options {
  std::optional<std::string> document, speeds, compute, transfer, height;
  std::optional<std::int64_t> items, processors, elements;
  std::int64_t arity = 2;
  bool one_item_each = false;
  std::string shape = "optimal";
};

/// What the tree is made for: a speeds document, a list, or nothing but the times.
struct Cluster {
  std::optional<document::Speeds> measured;
  std::vector<double> speeds;
};

Cluster cluster_of(const Options& options, const Tool& tool) {
  const bool by_hand = options.speeds || options.compute || options.transfer;
  Cluster cluster;
  if (options.speeds) {
    if (options.document) throw UsageError("a document and --speeds; expected one of them");
    cluster.speeds = parse_positive_list(*options.speeds, "--speeds");
  } else if (options.document || !by_hand) {
    const auto note = [&](const std::string& text) { tool.note(text); };
    cluster.measured = document::load(options.document.value_or("-"), {"speeds"}, note).as(document::speeds_from_json);
    for (const auto& processor : cluster.measured->processors) cluster.speeds.push_back(processor.speed);
  }
  return cluster;
}

double parse_time(const std::optional<std::string>& text, const std::string& name, double otherwise) {
  const double time = text ? parse_number(*text, name) : otherwise;
  if (time < 0) throw UsageError(name + ": found " + *text + "; expected a number >= 0");
  return time;
}

document::ReductionTree plan(const Options& options, const Cluster& cluster) {
  const bool measured = cluster.measured && !options.compute && !options.transfer;
  if (measured && !options.elements)
    throw UsageError("--elements is required with measured speeds, or --compute and --transfer");
  const auto model_for = [&](std::int64_t elements) {
    if (measured) return reduction::measured_model(*cluster.measured, elements, options.arity);
    reduction::Model model;
    model.compute = options.compute ? parse_positive(*options.compute, "--compute") : 1;
    model.transfer = parse_time(options.transfer, "--transfer", 1);
    model.arity = options.arity;
    model.operation_times = reduction::operation_times(cluster.speeds, model.compute);
    return model;
  };
  const auto model = model_for(options.elements.value_or(1));
  reduction::Goal goal{.height = {}, .items = options.items, .processors = options.processors};
  if (options.height) goal.height = parse_time(options.height, "--height", 0);
  const auto known = static_cast<std::int64_t>(cluster.speeds.size());
  if (known > 0 && !goal.processors) goal.processors = known;
  if (known > 0 && *goal.processors > known)
    throw UsageError("--processors " + std::to_string(*goal.processors) + ": the speeds are those of " +
                     std::to_string(known));
  if (options.one_item_each && !goal.processors) throw UsageError("--one-item-each needs --processors");
  if (!goal.height && !goal.items && !goal.processors)
    throw UsageError("no size: expected --height, --items or --processors");
  if (options.shape != "optimal" && !goal.items && !options.one_item_each)
    throw UsageError("--shape " + options.shape + " needs --items or --one-item-each");

  const bool pipelined = measured && options.one_item_each && options.shape == "optimal";
  auto tree = pipelined
                  ? reduction::pipelined_tree(*cluster.measured, *goal.processors, *options.elements, options.arity)
                  : reduction::shaped_tree(model, options.shape, goal, options.one_item_each);
  tree.compared = reduction::finish_of_others(model, goal, tree);
  tree.elements = options.elements;
  if (measured) {
    tree.unit = "s";
    if (!tree.predicted_s) tree.predicted_s = reduction::predicted_seconds(tree, *options.elements, *cluster.measured);
    tree.kernel = cluster.measured->kernel;
  }
  return tree;
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("plan-reduction-tree", "Plan the tree in which processors join their items, and nobody waits.");
  Options options;
  const CLI::Range count(std::int64_t{1}, std::int64_t{1} << 53);
  tool.app.add_option("SPEEDS", options.document, "Output of measure-speeds; '-' is standard input")->type_name("FILE");
  tool.app.add_option("--compute", options.compute, "Time of one operation [1]")->type_name("N");
  tool.app.add_option("--transfer", options.transfer, "Time of sending one partial result [1]")->type_name("M");
  tool.app.add_option("--speeds", options.speeds, "Speeds of the processors, such as 4*1.0,4*0.5")->type_name("LIST");
  tool.app.add_option("--elements", options.elements, "Length of the vectors to join, in doubles")->check(count);
  tool.app.add_option("--arity", options.arity, "Operands that one operation joins, at most [2]")
      ->check(CLI::Range(std::int64_t{2}, std::int64_t{1} << 53));
  auto* height = tool.app.add_option("--height", options.height, "Join the most items in this time")->type_name("H");
  auto* items = tool.app.add_option("--items", options.items, "Join so many items")->check(count)->excludes(height);
  tool.app.add_option("--processors", options.processors, "Use at most so many processors")->check(count);
  tool.app.add_flag("--one-item-each", options.one_item_each, "Join one item of each of the processors")
      ->excludes(height)
      ->excludes(items);
  tool.app.add_option("--shape", options.shape, "optimal, binary, binomial or list [optimal]")
      ->check(CLI::IsMember(reduction::shapes()));
  return tool.run(argc, argv, [&] {
    const auto cluster = cluster_of(options, tool);
    auto tree = plan(options, cluster);
    tree.cluster.resize(tree.processors.size() + tree.left_out.size());
    if (cluster.measured) tree.cluster = document::cluster_of(*cluster.measured);
    for (std::size_t rank = 0; rank < cluster.speeds.size(); ++rank) tree.cluster[rank].speed = cluster.speeds[rank];
    tree.made_by = tool.made_by();
    tool.write(tree);
  });
}
