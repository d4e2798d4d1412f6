// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/tree.hpp"

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

/// Whether some host has two of the `processors` fastest, on a network of two levels.
bool has_shared_hosts(const document::Speeds& speeds, const Model& model, std::int64_t processors);

/// The tree that joins one item from each processor inside hosts first, so that each host sends one result by its card.
///
/// The processors of a host are joined in the optimal tree for messages within a host; its root takes part in the
/// optimal tree of the hosts.
/// @param speeds           with a network of two levels.
/// @param model            for messages between hosts. @param within  for those inside one.
/// @param most_operations  per processor, in either tree, >= 1.
/// @return                 a scheduled tree; its times are those of the model between hosts.
/// Cost: O(p log p).
document::ReductionTree two_level_tree(const document::Speeds& speeds, const Model& model, const Model& within,
                                       std::int64_t processors, std::int64_t most_operations);

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

/// Processors in the order in which they are placed, and their operation times.
struct Line {
  std::vector<std::int64_t> ranks;
  std::vector<double> times;
};

/// The `processors` fastest, ascending by operation time, then by rank.
/// @throws InputError  if `processors` is above most_processors.
/// Cost: O(p log p).
Line fastest_first(const Model& model, std::int64_t processors);

/// Swaps processors of different speed as long as that lowers `cost`. Fastest first would be best if operations were
/// divisible; the fraction of an operation that each processor loses at the end matters if it has few operations.
///
/// Lines of more than 64 processors are left as they are.
/// Cost: 2,016 calls of `cost` in each of at most 8 rounds.
void improve(Line& line, const std::function<double(const Line&)>& cost);

/// A processor's place in a tree, seen backwards in time from the end of the last operation.
struct Place {
  double lag = 0;              ///< the processor's last operation ends this long before the root's
  std::int64_t parent = -1;    ///< position of the processor that it sends to; -1 for the root
  std::int64_t operation = 0;  ///< which of the parent's operations takes the result, 1 being its last
};

/// Gives every processor in turn the open place with the least lag.
///
/// Backwards in time, processor q works without a pause: its operations end at lag_q, lag_q + n_q, .... A child whose
/// result is used by the operation that starts at lag_q + a n_q has the lag lag_q + a n_q + m. The root's place is
/// first. The places do not depend on the height, so the tree of any height is a prefix of the answer.
///
/// @param times     n_q, shape [p], in the order of placing: ascending, so that the deep places go to the slow
///                  processors.
/// @param transfer  m.
/// @param arity     i: an operation takes the results of up to i - 1 others.
/// @param most_operations  most operations per processor that take results, >= 1; 1 makes a chain.
/// @return          shape [p], in ascending order of lag; a parent comes before its children.
/// Cost: O(p log p) time, O(p) memory.
std::vector<Place> earliest_places(const std::vector<double>& times, double transfer, std::int64_t arity,
                                   std::int64_t most_operations = std::numeric_limits<std::int64_t>::max());

/// The time, backwards, at which the `count`-th of all operations ends, if no processor ever stops.
///
/// @param count  1 <= count <= 2^53.
/// Cost: O(p); up to 60 times that if many very short operations end close to that time.
double end_of_operation(std::int64_t count, const std::vector<Place>& places, const std::vector<double>& times);

}  // namespace uneven::reduction
