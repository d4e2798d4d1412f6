// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/tree.hpp"
#include "schedule/schedule.hpp"
#include "simulate/pricing.hpp"

namespace uneven::reduction {

/// Names of the work of a reduction: schedule::Work::name.
enum Task {
  task_join_items  ///< the processor's own items become one vector
};

/// The vectors joined along a tree, and their pieces.
struct Vectors {
  std::int64_t numbers = 1;        ///< numbers in a vector
  std::int64_t multiple = 1;       ///< pieces end at multiples of this many numbers
  std::int64_t element_bytes = 8;  ///< bytes of a number
};

/// Numbers of a piece; the last may have fewer.
std::int64_t piece_length(const document::ReductionTree& tree, const Vectors& vectors);

/// One processor's schedule of a reduction along a tree. It joins its own items, then the first pieces of its children
/// in the order of the plan, and sends the result to its parent before the second pieces; and so on.
///
/// Only this function fixes the order of the messages: prediction.hpp prices them, the runner performs them. Piece k of
/// child c is received in buffer 2 c + k % 2, which holds two pieces of each child; Work::index is the piece.
/// Cost: O(pieces x children).
schedule::Schedule schedule(const document::ReductionTree& tree, const document::TreeNode& node,
                            const Vectors& vectors);

/// The schedule of a processor by number; without operations if it is left out.
schedule::Schedule schedule(const document::ReductionTree& tree, std::int64_t processor, const Vectors& vectors);

/// Bytes sent by the busiest processor, and by all together: every processor but the root sends one vector of doubles.
/// @param tree  with the length of its vectors.
/// @return      nothing if they exceed 2^53.
std::optional<document::SentBytes> sent_bytes(const document::ReductionTree& tree);

/// Vectors that a processor holds: its items, their join if there are several, two partial results, and two pieces from
/// each child.
double vectors_held(std::int64_t items, std::size_t children, std::int64_t segments);

/// Bytes that each processor of a tree holds during the reduction, shape of tree.processors.
/// @param tree  with the length of its vectors, of doubles.
std::vector<double> bytes_held(const document::ReductionTree& tree);

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

/// Operation times n_j = compute mean(v) / v_j: a processor of mean speed takes `compute`. Empty if all are equal.
std::vector<double> operation_times(const std::vector<double>& speeds, double compute);

/// The model for vectors of E = `elements` doubles, in seconds. On one host an operation takes
/// n = E operation_s_per_element + message_s, and a transfer m = latency_s + 8 E gap_s_per_byte.
///
/// Between hosts the bytes keep the receiver's link busy, one message after the other; so 8 E gap_s_per_byte is in n.
/// @throws InputError  if the network or operation_s_per_element was not measured.
Model measured_model(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity);

/// The same between processors of one host, of a network of two levels. @param speeds  as measured_model() takes.
Model model_within_host(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity);

/// The fastest pipelined tree that joins one vector from each of `processors` processors, cut into pieces.
///
/// Fewer operations per processor make the tree deeper but leave less work per piece; the extreme is a chain. Tried are
/// 1, 2, 4, ... pieces per vector with at most 1 to 4, or any number of, operations per processor, and a star. The
/// least predicted time wins. Up to most_replayed processors it is that of a replay, of trees improved by
/// refined_tree(). Beyond, it is a formula: the first piece takes the finish of the tree for its length; each further
/// piece takes the time of the busiest processor or of a message, max(m, max_j k_j n_j). As far as is_replayed()
/// allows, these trees are replayed, too, with trees for operations that all take as long and, on a network of two
/// levels, trees that join inside hosts first.
///
/// @param in_rank_order  only trees that keep the order of ranks are tried, see rank_order_tree().
/// @return  a tree with elements, segments and predicted_s; its other times are those of one piece.
/// @throws InputError  see measured_model().
/// Cost: O(p log p log E); by replay some millions of steps, tens of millions if processors share cores.
document::ReductionTree pipelined_tree(const document::Speeds& speeds, std::int64_t processors, std::int64_t elements,
                                       std::int64_t arity, bool in_rank_order = false);

}  // namespace uneven::reduction
