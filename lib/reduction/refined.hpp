// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// Climbs from a tree of one item each to one for which a replay predicts less time, and near which none is better: two
/// processors change places, or one goes below another, with all that is below it, as its first or its last child.
///
/// @param tree    with elements, segments and predicted_s.
/// @param model   of one of its pieces.
/// @param speeds  what the prediction is made with; at most most_replayed processors.
/// @return        a tree for the same elements and segments. Trees of many pieces are tried less.
/// Cost: that of predictions of 120,000 steps in all at most.
document::ReductionTree refined_tree(document::ReductionTree tree, const Model& model, const document::Speeds& speeds);

}  // namespace uneven::reduction
