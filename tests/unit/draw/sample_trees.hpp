// SPDX-License-Identifier: MIT
#pragma once

#include "document/reduction_tree.hpp"

namespace uneven::draw_test {

/// Appends the processor that finishes at `finish`, and its descendants: operations end at finish, finish - n, ...; one
/// that starts at t takes the result of a child that finishes at t - m, if that child has an operation to do.
inline std::int64_t add_optimal(document::ReductionTree& tree, double finish, std::optional<std::int64_t> parent) {
  const auto rank = static_cast<std::int64_t>(tree.processors.size());
  tree.processors.push_back({rank, parent, {}, finish, 0, {tree.items, 1}});
  tree.items += 1;
  std::vector<std::int64_t> children;
  for (double start = finish - tree.compute; start >= -1e-9; start -= tree.compute) {
    tree.processors[static_cast<std::size_t>(rank)].operations += 1;
    for (std::int64_t operand = 1; operand < tree.arity; ++operand) {
      if (start - tree.transfer >= tree.compute - 1e-9)
        children.insert(children.begin(), add_optimal(tree, start - tree.transfer, rank));
      else
        tree.processors[static_cast<std::size_t>(rank)].items.count += 1;
    }
  }
  tree.processors[static_cast<std::size_t>(rank)].children = children;
  return rank;
}

inline document::ReductionTree optimal_tree(std::int64_t arity, double compute, double transfer, double finish) {
  document::ReductionTree tree;
  tree.arity = arity;
  tree.compute = compute;
  tree.transfer = transfer;
  tree.finish = finish;
  tree.shape = document::TreeShape::optimal;
  add_optimal(tree, finish, std::nullopt);
  tree.items = 0;  // contiguous in the order of the processors; good enough for a picture
  for (auto& node : tree.processors) {
    node.items.first = tree.items;
    tree.items += node.items.count;
  }
  return tree;
}

/// Four processors of one item each in a binary tree: P2 joins P3, P0 joins P1 and waits for P2.
inline document::ReductionTree waiting_tree() {
  document::ReductionTree tree;
  tree.compute = 1;
  tree.transfer = 3;
  tree.finish = 8;
  tree.items = 4;
  tree.one_item_each = true;
  tree.shape = document::TreeShape::binary;
  tree.processors = {
      {0, {}, {1, 2}, 8, 2, {0, 1}}, {1, 0, {}, 0, 0, {1, 1}}, {2, 0, {3}, 4, 1, {2, 1}}, {3, 2, {}, 0, 0, {3, 1}}};
  return tree;
}

}  // namespace uneven::draw_test
