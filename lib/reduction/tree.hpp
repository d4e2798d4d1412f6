// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"

namespace uneven::reduction {

/// Most processors of a tree.
constexpr std::int64_t most_processors = std::int64_t{1} << 24;

/// Costs of operations and messages (Nonomura, section 2), in any common unit of time.
struct Model {
  double compute = 1;                   ///< n > 0: time of one operation
  double transfer = 1;                  ///< m >= 0: time to send one partial result, the sender's work plus transit
  std::int64_t arity = 2;               ///< i >= 2: an operation joins 2 to i operands
  std::vector<double> operation_times;  ///< n_j > 0 by rank, if they differ; empty: all are `compute`

  double operation_time(std::int64_t rank) const { return operation_times.empty() ? compute : operation_times[rank]; }
};

/// Goal of a tree; at most one of `height` and `items` is set.
struct Goal {
  std::optional<double> height;            ///< join as many items as this time allows
  std::optional<std::int64_t> items;       ///< join this many as early as possible
  std::optional<std::int64_t> processors;  ///< use at most this many; alone: the least time at which all have work
};

/// A model in a unit in which the shortest operation is in [1, 2), so that sums of times do not overflow and no time
/// vanishes. Times above 1e290 count as 1e290, since a tree never uses them.
struct Scaled {
  Model model;
  int exponent = 0;  ///< the unit is 2^exponent of the model's
  double in_unit(double time) const;
};

/// The model in such a unit. @param model  sound, see check().
Scaled scaled(const Model& model);

/// @throws InputError  unless the times are finite, compute > 0, transfer >= 0 and arity >= 2.
void check(const Model& model);

/// @throws InputError  unless the goal can be met: see Goal; counts are >= 1, a height is finite and >= 0.
void check(const Goal& goal, const Model& model);

/// floor(time / unit), where a quotient within rounding of a whole number counts as whole; at most about 2^53.
std::int64_t whole(double time, double unit);

/// A processor's part in a tree under construction.
struct Member {
  std::int64_t rank = 0;
  std::int64_t parent = -1;  ///< rank; -1 for the root
  std::int64_t items = 0;
};

/// The model for which a tree was made; if vectors are cut into pieces, its times are those of one piece.
Model model_of(const document::ReductionTree& tree);

/// Makes a scheduled tree of `members`. The children of a parent are joined in the order of `members`. Ranks below
/// `processors` that are not members are listed as left out.
document::ReductionTree assemble(const Model& model, const std::vector<Member>& members, std::int64_t processors);

/// The finish of the tree of assemble(), without making it. Parents other than the root come before their children.
/// Cost: O(p).
double finish_of(const Model& model, const std::vector<Member>& members);

/// A tree over the members 0 .. k-1 of a sum, one item each; 0 is the root, and a parent comes before its children.
struct SumTree {
  std::vector<std::int64_t> parent;                 ///< shape [k]; -1 for the root
  std::vector<std::vector<std::int64_t>> children;  ///< shape [k], each in the order in which results are joined
};

/// The tree of one_item_each_tree() for equal members and operations on two operands.
///
/// @param compute   n >= 0 of an operation; 0 gives a star, and transfer 0 with n > 0 a binomial tree.
/// @param transfer  m >= 0.
/// @param members   k >= 1.
/// Cost: O(k log k) time, O(k) memory.
SumTree sum_tree(double compute, double transfer, std::int64_t members);

/// The binomial tree of collective::binomial_neighbours().
SumTree binomial_tree(std::int64_t members);

/// A tree of trees: the members of inside[h] are those of a host, in a row; their roots are joined by the tree
/// `between`, each after its own host's members.
/// @param inside  shape [h], of at least one member each, as many as `between` has members. Cost: O(k).
SumTree joined_tree(const SumTree& between, const std::vector<SumTree>& inside);

/// Parent and children of member `me`.
collective::Neighbours neighbours(const SumTree& tree, int me);

/// The time at which the root has joined all. All members start at 0 and join their children's results in order, each
/// once it has arrived; an operation takes `compute`, a message `transfer`. Cost: O(k).
double reduce_time(const SumTree& tree, double compute, double transfer);

/// The time at which the last member has the broadcast that the root begins at 0. Members send to their children in
/// reverse order; a send keeps the sender busy for `send`, then the message travels for `transfer`. Cost: O(k).
double broadcast_time(const SumTree& tree, double send, double transfer);

/// Computes the timetable: `operations`, `finish` and the first item of every processor, and `items` and `finish` of
/// the tree.
///
/// Input: arity, transfer, compute or operation_times, and parent, children and the number of items of every
/// processor. A processor joins its own items first, then its children's results in order, in as few operations as
/// possible; the last operations take as many operands as the arity allows. It works as late as the root's finish
/// allows, without a pause between its first and its last operation. Items are numbered so that every result covers a
/// contiguous range: first a processor's own items, then those of its first child's subtree, and so on.
///
/// The processors are a tree: one root, and every other one is the child of its parent; they stand in ascending order.
/// Cost: O(p).
void set_timetable(document::ReductionTree& tree);

/// Index of a processor in ReductionTree::processors, or -1.
std::vector<std::int64_t> index_by_processor(const document::ReductionTree& tree);

}  // namespace uneven::reduction
