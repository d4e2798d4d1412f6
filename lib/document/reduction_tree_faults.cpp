// SPDX-License-Identifier: MIT
#include <algorithm>

#include "document/describe/type.hpp"
#include "document/reduction_tree.hpp"

namespace uneven::document {

namespace {

std::string pointer_to(std::size_t i, const char* member) { return "/processors/" + std::to_string(i) + "/" + member; }

/// Position of every processor in ReductionTree::processors; -1 for those left out.
using Index = std::vector<std::int64_t>;

/// Every processor of the cluster has a place or is left out, never both.
Index check_processors(const ReductionTree& tree, Faults& faults) {
  const auto size = static_cast<std::int64_t>(tree.cluster.size());
  Index index(tree.cluster.size(), -1);
  std::vector<bool> seen(tree.cluster.size(), false);
  const auto count = [&](std::int64_t processor, const std::string& pointer) {
    if (processor < 0 || processor >= size) {
      faults.add(pointer,
                 "found processor " + std::to_string(processor) + "; expected 0 to " + std::to_string(size - 1));
      return false;
    }
    if (seen[processor]) faults.add(pointer, "processor " + std::to_string(processor) + " occurs twice");
    seen[processor] = true;
    return true;
  };
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    if (count(tree.processors[i].processor, pointer_to(i, "processor")))
      index[tree.processors[i].processor] = static_cast<std::int64_t>(i);
  for (std::size_t i = 0; i < tree.left_out.size(); ++i) count(tree.left_out[i], "/left_out/" + std::to_string(i));
  for (std::int64_t processor = 0; processor < size; ++processor)
    if (!seen[processor])
      faults.add("/processors", "processor " + std::to_string(processor) + " has no place and is not left out");
  return index;
}

/// There is one root, and every other processor is once a child, of its parent.
void check_parents(const ReductionTree& tree, const Index& index, Faults& faults) {
  std::vector<std::int64_t> parent(index.size(), -1);  // according to the lists of children
  std::int64_t roots = 0;
  for (std::size_t i = 0; i < tree.processors.size(); ++i) {
    const TreeNode& node = tree.processors[i];
    roots += !node.parent;
    for (std::size_t c = 0; c < node.children.size(); ++c) {
      const auto child = node.children[c];
      const std::string pointer = pointer_to(i, "children/") + std::to_string(c);
      if (child < 0 || child >= static_cast<std::int64_t>(index.size()) || index[child] < 0)
        faults.add(pointer, "found processor " + std::to_string(child) + "; it has no place in the tree");
      else if (parent[child] >= 0)
        faults.add(pointer, "processor " + std::to_string(child) + " has two parents, " +
                                std::to_string(parent[child]) + " and " + std::to_string(node.processor));
      else
        parent[child] = node.processor;
    }
  }
  if (roots != 1)
    faults.add("/processors", std::to_string(roots) + " roots (processors whose parent is null); expected 1");
  for (std::size_t i = 0; i < tree.processors.size(); ++i) {
    const TreeNode& node = tree.processors[i];
    if (parent[node.processor] != node.parent.value_or(-1))
      faults.add(pointer_to(i, "parent"),
                 node.parent ? "processor " + std::to_string(*node.parent) + " does not have it among its children"
                             : "found null; processor " + std::to_string(parent[node.processor]) +
                                   " has it among its children");
  }
  if (!tree.links) return;
  std::vector<std::pair<std::int64_t, std::int64_t>> expected;
  for (const TreeNode& node : tree.processors)
    if (node.parent) expected.emplace_back(*node.parent, node.processor);
  auto found = *tree.links;
  std::ranges::sort(found);
  std::ranges::sort(expected);
  if (found != expected) faults.add("/links", "differ from the parents of the processors");
}

/// Processors from the root downwards, each before its children; fewer than all if there is a cycle.
std::vector<std::size_t> from_the_root(const ReductionTree& tree, const Index& index) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    if (!tree.processors[i].parent) order.push_back(i);
  for (std::size_t next = 0; next < order.size(); ++next)
    for (const auto child : tree.processors[order[next]].children)
      order.push_back(static_cast<std::size_t>(index[child]));
  return order;
}

/// Every result that is joined continues what its parent has joined, on either side, so that any associative operator
/// is safe.
void check_order(const ReductionTree& tree, const Index& index, const std::vector<std::size_t>& order, Faults& faults) {
  std::vector<Range> joined(tree.processors.size());
  for (auto at = order.rbegin(); at != order.rend(); ++at) {
    const TreeNode& node = tree.processors[*at];
    Range& mine = joined[*at] = node.items;
    for (const auto child : node.children) {
      const auto c = static_cast<std::size_t>(index[child]);
      const Range& theirs = joined[c];
      if (theirs.first != mine.end() && theirs.end() != mine.first)
        faults.add(
            pointer_to(c, "items/first"),
            "found " + std::to_string(theirs.first) + "; expected " + std::to_string(mine.end()) +
                (mine.first > 0 ? " or a result up to " + std::to_string(mine.first) : "") +
                (theirs.first > mine.end() || theirs.end() < mine.first ? ", there is a hole" : ", items overlap"));
      const std::int64_t first = std::min(mine.first, theirs.first);
      mine = {first, std::max(mine.end(), theirs.end()) - first};
    }
  }
  if (faults.empty() && joined[order.front()].first != 0)
    faults.add("/processors", "the first item is " + std::to_string(joined[order.front()].first) + "; expected 0");
}

void check_items(const ReductionTree& tree, const Index& index, Faults& faults) {
  const std::vector<std::size_t> order = from_the_root(tree, index);
  const bool whole = order.size() == tree.processors.size();
  if (whole) check_order(tree, index, order, faults);
  std::int64_t items = 0;
  for (const std::size_t i : order) {
    const TreeNode& node = tree.processors[i];
    if (node.items.count < 1 || (tree.one_item_each && node.items.count > 1))
      faults.add(pointer_to(i, "items/count"),
                 "found " + std::to_string(node.items.count) + "; expected " +
                     (tree.one_item_each ? "1, for there is one item each" : "at least 1"));
    const auto needed = operations_needed(node.items.count, std::ssize(node.children), tree.arity);
    if (node.operations != needed)
      faults.add(pointer_to(i, "operations"),
                 "found " + std::to_string(node.operations) + "; its operands need " + std::to_string(needed));
    items += node.items.count;
  }
  if (!whole)
    faults.add("/processors", std::to_string(tree.processors.size() - order.size()) +
                                  " processors cannot be reached from the root: there is a cycle");
  else if (items != tree.items)
    faults.add("/items", "found " + std::to_string(tree.items) + "; the processors have " + std::to_string(items));
}

}  // namespace

Faults faults(const ReductionTree& tree) {
  Faults faults;
  if (!tree.operation_times.empty() && tree.operation_times.size() != tree.cluster.size())
    faults.add("/operation_times", "found " + std::to_string(tree.operation_times.size()) +
                                       "; expected one for each of " + std::to_string(tree.cluster.size()) +
                                       " processors");
  const Index index = check_processors(tree, faults);
  if (faults.empty()) check_parents(tree, index, faults);
  if (faults.empty()) check_items(tree, index, faults);
  return faults;
}

}  // namespace uneven::document
