// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

namespace uneven::reduction {

// Trees that keep the order of ranks, for results that ranks hold already and operators that do not commute: rank r has
// item r, and every partial result covers neighbouring ranks. Its processor may be any of them. It joins what lies left
// of its result or right of it, one neighbouring result at a time.
//
// G(a, b, p), the least time at which p has joined the ranks a..b, is found by dynamic programming over ranges:
//
//   G(a, b, p) = n_p + min( min_{a <= c < p} max(G(c+1, b, p), G(a, c) + m),
//                           min_{p <= c < b} max(G(a, c, p), G(c+1, b) + m) ),
//   G(a, b)    = min_p G(a, b, p),   G(p, p, p) = 0.

/// Most processors of different speed whose tree is the best that keeps the order. The ranks of a larger cluster are
/// joined in groups of neighbours, and the groups' results likewise.
inline constexpr std::int64_t most_in_one_range = 128;

/// The tree that joins one item of each of the ranks 0 .. processors - 1 in their order, as early as possible.
///
/// @param most_operations  per processor, >= 1; among more than most_in_one_range processors, per group that it leads.
/// @throws InputError  if the model is unsound, or its arity is not 2.
/// Cost: O(p^4) operations up to most_in_one_range processors, 22 million at most; beyond, O(p). Equal processors:
/// O(p log p), and the best tree whatever their number.
document::ReductionTree rank_order_tree(const Model& model, std::int64_t processors,
                                        std::int64_t most_operations = std::numeric_limits<std::int64_t>::max());

/// The same, where neighbouring ranks of one host are joined first, so that each host sends one result by its card.
/// @param model, within  for messages between hosts, and inside one.
document::ReductionTree rank_order_tree_by_host(const document::Speeds& speeds, const Model& model, const Model& within,
                                                std::int64_t processors, std::int64_t most_operations);

/// The same of TreeShape::list: the fastest joins its neighbours, then theirs. The other shapes keep the order anyway.
document::ReductionTree rank_order_list(const Model& model, std::int64_t processors);

}  // namespace uneven::reduction
