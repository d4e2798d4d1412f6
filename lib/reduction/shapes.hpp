// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/reduction_tree.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

using document::TreeShape;

/// A tree of a given shape, for comparison; ranks in order, rank 0 the root, items shared equally.
///
///   binary    every operation joins i results of the same depth (the paper's Fig. 1)
///   binomial  processors join two by two: (odd x 2^j) sends to (odd x 2^j - 2^j)
///   list      the fastest processor joins all items; with one item each, all results
///
/// @param shape          TreeShape::optimal gives optimal_tree() or one_item_each_tree().
/// @param goal           checked here; shapes but optimal need items, or processors if `one_item_each`. Without
///                       processors, there are as many as leave two items (binary: i) to each.
/// @param one_item_each  a tree over goal.processors with an item each.
/// @throws InputError  if model or goal is unsound, or the shape needs items.
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree shaped_tree(const Model& model, TreeShape shape, const Goal& goal, bool one_item_each);

/// The finish of all other shapes with the items and processors of a tree, to compare it with.
/// Cost: O(p); for the optimal shape, that of optimal_tree() or one_item_each_tree().
std::vector<std::pair<std::string, double>> finish_of_others(const Model& model, const Goal& goal,
                                                             const document::ReductionTree& tree);

/// The same of all shapes. Cost: that of the optimal shape.
std::vector<std::pair<std::string, double>> finish_of_all(const Model& model, const Goal& goal,
                                                          const document::ReductionTree& tree);

}  // namespace uneven::reduction
