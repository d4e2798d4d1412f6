// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "document/reduction_tree.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// A processor's part in a tree that is being made.
struct Member {
  std::int64_t rank = 0;
  std::int64_t parent = -1;  ///< rank; -1 for the root
  std::int64_t items = 0;
};

/// What a tree was made for; where vectors are cut into pieces, the times of one.
Model model_of(const document::ReductionTree& tree);

/// Makes a scheduled tree of `members`; children of one parent are joined in the order in which they stand there.
/// Of the ranks 0 .. `processors` - 1, those that are no members are left out.
document::ReductionTree assemble(const Model& model, const std::vector<Member>& members, std::int64_t processors);

/// The finish of that tree, without making it. A parent stands before its children, or is the root.
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

/// Whom member `me` of `members` hears and tells in the tree made for these times; without times it is binomial.
collective::Neighbours neighbours_of_sum(const std::optional<document::TreeTimes>& times, int me, int members);

/// When the root has joined all, if everyone starts at 0 and joins its children in order, as soon as they have come:
/// an operation takes `compute` and a result travels for `transfer`. Cost: O(k).
double reduce_time(const SumTree& tree, double compute, double transfer);

/// When the last member has what the root sends at 0, if everyone tells its children in reverse order: sending keeps a
/// member busy for `send`, then the message travels for `transfer`. Cost: O(k).
double broadcast_time(const SumTree& tree, double send, double transfer);

/// Says when everybody works, and on which items: fills in `operations`, `finish` and the first item of every
/// processor, and `items` and `finish` of the tree.
///
/// Read are arity, transfer, compute or operation_times, and parent, children and the count of items of every
/// processor. A processor joins its own items first, then its children's results in order; as few operations as
/// possible, of which the last take as many operands as the arity allows. Everybody works as late as the root's finish
/// allows, without a pause between its first operation and its last. Items are numbered so that every result is that of
/// a contiguous range: a processor's own come first, then those of its first child and below, and so on.
///
/// The processors are a tree: one root, and every other one is the child of its parent; they stand in ascending order.
/// Cost: O(p).
void set_timetable(document::ReductionTree& tree);

/// Index of a processor in ReductionTree::processors, or -1.
std::vector<std::int64_t> index_by_processor(const document::ReductionTree& tree);

}  // namespace uneven::reduction
