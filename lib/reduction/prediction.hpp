// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/schedule.hpp"
#include "simulate/pricing.hpp"

namespace uneven::reduction {

/// Most processors of a tree that is replayed whatever its pieces.
inline constexpr std::int64_t most_replayed = 64;

/// Whether the prediction replays: up to most_replayed processors, and beyond them up to 2^18 pieces in all.
bool is_replayed(std::int64_t processors, std::int64_t segments, const document::Speeds& speeds);

/// What the operations of each processor cost it, shape [p]: joining its items, and adding what comes.
/// @param speeds  with operation_s_per_element.
std::vector<simulate::Costs> costs_of(const document::ReductionTree& tree, const Vectors& vectors,
                                      const document::Speeds& speeds);

/// Predicted seconds until the root has joined everything, if all start together. If is_replayed(), the
/// tree is replayed message by message; if processors share cores, the mean over several random placements on them.
/// Beyond, a formula: the first piece takes the finish of the tree; each further piece takes the time of the busiest
/// processor or of a message, max(m, max_j k_j n_j).
///
/// @param elements  length of a vector of doubles, which travels in `tree.segments` pieces.
/// @param speeds    with a network and operation_s_per_element.
/// @param afresh    uses other placements. Those by which a tree was chosen favour it.
/// Cost: O(s p log p) for s pieces; O(p) beyond.
double predicted_seconds(const document::ReductionTree& tree, std::int64_t elements, const document::Speeds& speeds,
                         bool afresh = false);

/// The same for trees of the other shapes, except optimal, with as many processors and pieces.
/// @param tree  of one item each.
std::vector<std::pair<std::string, double>> predicted_seconds_of_others(const document::ReductionTree& tree,
                                                                        std::int64_t processors, std::int64_t elements,
                                                                        const document::Speeds& speeds);

/// The tree for joining one vector from each processor, in `segments` pieces, with its predicted seconds.
document::ReductionTree of_vectors(document::ReductionTree tree, std::int64_t elements, std::int64_t segments,
                                   const document::Speeds& speeds);

}  // namespace uneven::reduction
