// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "document/reduction_tree.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

// How much equal processors (all of Model::compute), as many as are useful, can join in a given time. Unrolling the
// recurrences of Nonomura by the number b of messages between a processor and the root gives
// sums of binomial coefficients, with H_b = floor((h - b m) / n), for any real m >= 0 and n > 0. Counts beyond int64
// are returned as the largest int64. Cost: O(B^2), B <= 63 the messages in a row that fit into the time.

/// Most items that can be joined in time h: L(h) = 1 + sum_b (i-1)^(b+1) C(H_b, b+1).
/// Solves L(h) = L(h-n) + (i-1) max(1, L(h-n-m)), L(h) = 1 for h < n.
std::int64_t items_within(double height, const Model& model);

/// Processors that join them: P(h) = sum_b (i-1)^b C(H_b - 1, b).
/// Solves P(h) = P(h-n) + (i-1) P(h-n-m), P(h) = 0 for h < n and 1 for n <= h < m + 2n.
std::int64_t processors_within(double height, const Model& model);

/// Most processors whose results, one each, can be joined in time h: Q(h) = sum_b (i-1)^b C(H_b, b).
/// Solves Q(h) = Q(h-n) + (i-1) Q(h-n-m), Q(h) = 1 for h < n + m.
std::int64_t results_within(double height, const Model& model);

/// Least h with items_within(h) >= items.
/// @throws InputError  if items < 1 or the model is unsound.
double height_for_items(std::int64_t items, const Model& model);

/// The tree in which nobody waits: joins the most items in a given time, or given items in the least time.
///
/// Without operation_times the tree is optimal (Nonomura, section 3), and uses as few processors as its finish
/// allows. With them it is a greedy one: the next operation goes to whoever ends it first, the deep
/// places to the slow. Processors are numbered by descending finish where all are equal, else by rank.
///
/// @param model  checked here.
/// @param goal   checked here; processors alone: the items are as many as all can join by the first time at which
///               everyone has an operation.
/// @return       a scheduled tree; processors without work are in left_out. `compared` is empty.
/// @throws InputError  if model or goal is unsound, or more than most_processors would be needed.
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree optimal_tree(const Model& model, const Goal& goal);

/// The optimal tree that joins one item of each of `processors` processors: results_within() in time h. Greedy, the
/// fastest first, where operation_times differ.
///
/// @param most_operations  per processor, >= 1.
/// @throws InputError  as optimal_tree.
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree one_item_each_tree(const Model& model, std::int64_t processors,
                                           std::int64_t most_operations = std::numeric_limits<std::int64_t>::max());

}  // namespace uneven::reduction
