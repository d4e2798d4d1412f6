// SPDX-License-Identifier: MIT
#include "reduction/shapes.hpp"

#include <algorithm>
#include <ranges>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "reduction/tree.hpp"

namespace uneven::reduction {
namespace {

/// Rank without its last digit that is not 0, in the given base: 13 = 111 -> 12 = 110 in base 3.
std::int64_t parent_in_base(std::int64_t rank, std::int64_t base) {
  std::int64_t place = 1;
  while (rank / place % base == 0) place *= base;
  return rank - rank / place % base * place;
}

/// `items` shared equally among as many processors; the last of every complete subtree has one of the largest shares,
/// so that the tree is as deep as the smallest complete tree for these items.
std::vector<Member> joined_by(std::int64_t base, std::int64_t processors, std::int64_t items) {
  const auto first = [&](std::int64_t rank) {
    return static_cast<std::int64_t>(static_cast<__int128>(items) * rank / processors);
  };
  std::vector<Member> members;
  for (std::int64_t rank = 0; rank < processors; ++rank)
    members.push_back({rank, rank == 0 ? -1 : parent_in_base(rank, base), first(rank + 1) - first(rank)});
  return members;
}

/// Processors of the smallest complete tree that leaves at most `base` items to each.
std::int64_t complete(std::int64_t base, std::int64_t items) {
  std::int64_t processors = 1;
  while (processors < (items + base - 1) / base) processors *= base;
  return processors;
}

std::vector<Member> star(std::int64_t root, std::int64_t processors) {
  std::vector<Member> members;
  for (std::int64_t rank = 0; rank < processors; ++rank) members.push_back({rank, rank == root ? -1 : root, 1});
  return members;
}

/// The task of a shape that is not optimal.
struct ShapedTask {
  std::int64_t items;
  std::int64_t used;  ///< processors
  std::int64_t all;
  bool one_item_each;
};

ShapedTask task_of(const Model& model, TreeShape shape, const Goal& goal, bool one_item_each) {
  if (!goal.items && !one_item_each) throw InputError("shape " + name_of(shape) + " without a number of items");
  const auto known = static_cast<std::int64_t>(model.operation_times.size());
  const auto most = goal.processors.value_or(known > 0 ? known : most_processors);
  const auto items = one_item_each ? most : *goal.items;
  const auto used =
      one_item_each ? most : std::min(most, complete(shape == TreeShape::binary ? model.arity : 2, items));
  return {items, used, std::max(known, goal.processors.value_or(used)), one_item_each};
}

std::vector<Member> members_of(const Model& model, TreeShape shape, const ShapedTask& task) {
  if (shape != TreeShape::list) return joined_by(shape == TreeShape::binary ? model.arity : 2, task.used, task.items);
  const auto fastest = std::ranges::min(std::views::iota(std::int64_t{0}, task.used), {},
                                        [&](std::int64_t rank) { return model.operation_time(rank); });
  return task.one_item_each ? star(fastest, task.used) : std::vector<Member>{{fastest, -1, task.items}};
}

document::ReductionTree optimal(const Model& model, const Goal& goal, bool one_item_each) {
  if (!one_item_each) return optimal_tree(model, goal);
  return one_item_each_tree(model, goal.processors.value_or(std::ssize(model.operation_times)));
}

std::vector<std::pair<std::string, double>> finish_without(std::optional<TreeShape> left_out, const Model& model,
                                                           const Goal& goal, const document::ReductionTree& tree) {
  const Goal same{.height = {}, .items = tree.items, .processors = goal.processors};
  const bool each = tree.one_item_each;
  std::vector<std::pair<std::string, double>> found;
  for (const auto& [shape, name] : table_of(tree.shape)) {
    if (shape == left_out) continue;
    found.emplace_back(name, shape == TreeShape::optimal
                                 ? optimal(model, same, each).finish
                                 : finish_of(model, members_of(model, shape, task_of(model, shape, same, each))));
  }
  return found;
}

}  // namespace

document::ReductionTree shaped_tree(const Model& model, TreeShape shape, const Goal& goal, bool one_item_each) {
  check(model);
  check(goal, model);
  if (one_item_each && !goal.processors && model.operation_times.empty())
    throw InputError("no number of processors; expected one, each with an item");
  document::ReductionTree tree;
  if (shape == TreeShape::optimal) {
    tree = optimal(model, goal, one_item_each);
  } else {
    const auto task = task_of(model, shape, goal, one_item_each);
    tree = assemble(model, members_of(model, shape, task), task.all);
  }
  finite(tree.finish, "finish");
  tree.one_item_each = one_item_each;
  tree.shape = shape;
  return tree;
}

std::vector<std::pair<std::string, double>> finish_of_all(const Model& model, const Goal& goal,
                                                          const document::ReductionTree& tree) {
  return finish_without({}, model, goal, tree);
}

std::vector<std::pair<std::string, double>> finish_of_others(const Model& model, const Goal& goal,
                                                             const document::ReductionTree& tree) {
  return finish_without(tree.shape, model, goal, tree);
}

namespace {

/// The `processors` fastest by host, the fastest of each first.
std::vector<std::vector<std::int64_t>> by_host(const document::Speeds& speeds, const Model& model,
                                               std::int64_t processors) {
  const std::vector<int> hosts = document::host_numbers(speeds);
  std::vector<int> place(hosts.size(), -1);
  std::vector<std::vector<std::int64_t>> ranks;
  for (const std::int64_t rank : fastest_first(model, processors).ranks) {
    int& at = place[static_cast<std::size_t>(hosts[static_cast<std::size_t>(rank)])];
    if (at < 0) {
      at = static_cast<int>(ranks.size());
      ranks.emplace_back();
    }
    ranks[static_cast<std::size_t>(at)].push_back(rank);
  }
  return ranks;
}

/// The optimal tree of some ranks.
class Joined {
 public:
  Joined(const Model& model, std::vector<std::int64_t> ranks, std::int64_t most_operations) : ranks_(std::move(ranks)) {
    Model of_these = model;
    of_these.operation_times.clear();
    if (!model.operation_times.empty())
      for (const std::int64_t rank : ranks_)
        of_these.operation_times.push_back(model.operation_times[static_cast<std::size_t>(rank)]);
    tree_ = one_item_each_tree(of_these, std::ssize(ranks_), most_operations);
  }

  std::int64_t root() const { return rank(document::root_of(tree_)); }

  /// Adds all but the root, each after those that are joined before it.
  void add_children(std::vector<Member>& members) const {
    for (const auto& node : tree_.processors)
      for (const std::int64_t child : node.children) members.push_back({rank(child), rank(node.processor), 1});
  }

 private:
  std::int64_t rank(std::int64_t node) const { return ranks_[static_cast<std::size_t>(node)]; }

  std::vector<std::int64_t> ranks_;  ///< by processor of the tree
  document::ReductionTree tree_;
};

}  // namespace

bool has_shared_hosts(const document::Speeds& speeds, const Model& model, std::int64_t processors) {
  if (!document::has_two_levels(*speeds.network) || processors < 2) return false;
  const auto hosts = by_host(speeds, model, processors);
  return hosts.size() > 1 && std::ssize(hosts) < processors;
}

document::ReductionTree two_level_tree(const document::Speeds& speeds, const Model& model, const Model& within,
                                       std::int64_t processors, std::int64_t most_operations) {
  std::vector<Member> members;
  std::vector<std::int64_t> first;
  for (const auto& ranks : by_host(speeds, model, processors)) {
    const Joined joined(within, ranks, most_operations);
    first.push_back(joined.root());
    joined.add_children(members);
  }
  const Joined joined(model, first, most_operations);
  members.push_back({joined.root(), -1, 1});
  joined.add_children(members);
  auto tree = assemble(model, members, std::ssize(speeds.processors));
  tree.one_item_each = true;
  return tree;
}

}  // namespace uneven::reduction
