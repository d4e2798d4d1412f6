// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"

namespace uneven::reduction {

/// Processors; trees of more are predicted by a formula.
inline constexpr std::int64_t most_replayed = 64;

/// Seconds until the root has joined everything, if all start together: up to most_replayed processors the tree is
/// replayed message by message, a few times where processors share cores, for the mean over where they begin. Beyond,
/// the first piece arrives when the tree finishes, and the others follow at the pace of the busiest processor or of the
/// messages, max(m, max_j k_j n_j).
///
/// @param elements  length of a vector of doubles, which travels in `tree.segments` pieces.
/// @param speeds    with a network and operation_s_per_element.
/// @param afresh    from other beginnings: those by which a tree was chosen flatter it.
/// Cost: O(s p log p) for s pieces; O(p) beyond.
double predicted_seconds(const document::ReductionTree& tree, std::int64_t elements, const document::Speeds& speeds,
                         bool afresh = false);

/// The same for trees of the other shapes but the optimal, of as many processors and pieces.
/// @param tree  of one item each.
std::vector<std::pair<std::string, double>> predicted_seconds_of_others(const document::ReductionTree& tree,
                                                                        std::int64_t processors, std::int64_t elements,
                                                                        const document::Speeds& speeds);

/// The tree as one that joins vectors, one from each processor, in so many pieces, with its predicted seconds.
document::ReductionTree of_vectors(document::ReductionTree tree, std::int64_t elements, std::int64_t segments,
                                   const document::Speeds& speeds);

}  // namespace uneven::reduction
