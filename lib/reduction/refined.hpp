// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// Local search from a tree of one item each to one with less replayed time. A move swaps two processors, or puts a
/// processor with its subtree below another one, as its first or its last child. Ends if no move helps, or at the cost.
///
/// @param tree    with elements, segments and predicted_s.
/// @param model   model of one of its pieces.
/// @param speeds  used for the prediction; at most most_replayed processors.
/// @return        a tree for the same elements and segments. Trees of many pieces get fewer trials.
/// Cost: predictions of at most 120,000 steps in all.
document::ReductionTree refined_tree(document::ReductionTree tree, const Model& model, const document::Speeds& speeds);

}  // namespace uneven::reduction
