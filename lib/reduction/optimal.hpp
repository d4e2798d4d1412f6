// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

// Largest counts within a time h, for equal processors (all of Model::compute) without a limit on their number.
// Unrolling Nonomura's recurrences by the number b of messages between a processor and the root gives sums of binomial
// coefficients, with H_b = floor((h - b m) / n), for any real m >= 0 and n > 0. Counts beyond int64 are returned as the
// largest int64. Cost: O(B^2), where B <= 63 messages in a row fit into the time.

/// Most items that can be joined in time h: L(h) = 1 + sum_b (i-1)^(b+1) C(H_b, b+1).
/// Solves L(h) = L(h-n) + (i-1) max(1, L(h-n-m)), L(h) = 1 for h < n.
std::int64_t items_within(double height, const Model& model);

/// Processors needed to join L(h) items: P(h) = sum_b (i-1)^b C(H_b - 1, b).
/// Solves P(h) = P(h-n) + (i-1) P(h-n-m), P(h) = 0 for h < n and 1 for n <= h < m + 2n.
std::int64_t processors_within(double height, const Model& model);

/// Most processors whose results, one each, can be joined in time h: Q(h) = sum_b (i-1)^b C(H_b, b).
/// Solves Q(h) = Q(h-n) + (i-1) Q(h-n-m), Q(h) = 1 for h < n + m.
std::int64_t results_within(double height, const Model& model);

/// Least h with items_within(h) >= items.
/// @throws InputError  if items < 1 or the model is unsound.
double height_for_items(std::int64_t items, const Model& model);

/// A tree without waiting: joins the most items in a given time, or given items in the least time.
///
/// Without operation_times the tree is optimal (Nonomura, section 3), and uses as few processors as its finish
/// allows. With operation_times it is greedy: the next operation goes to the processor that ends it first, and the
/// deep places go to the slow. Equal processors are numbered by descending finish; others keep their ranks.
///
/// @param model  checked here.
/// @param goal   checked here; processors alone: the tree joins as many items as they can by the least time at which
///               every processor has an operation.
/// @return       a scheduled tree; processors without work are in left_out. `compared` is empty.
/// @throws InputError  if model or goal is unsound, or more than most_processors would be needed.
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree optimal_tree(const Model& model, const Goal& goal);

/// The optimal tree that joins one item from each of `processors` processors; see results_within(). With different
/// operation_times it is greedy, the fastest first.
///
/// @param most_operations  per processor, >= 1.
/// @throws InputError  see optimal_tree().
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree one_item_each_tree(const Model& model, std::int64_t processors,
                                           std::int64_t most_operations = std::numeric_limits<std::int64_t>::max());

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
