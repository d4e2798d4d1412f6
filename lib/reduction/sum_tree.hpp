#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "cluster/sum_rounds.hpp"
#include "document/partition.hpp"

namespace uneven::reduction {

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
cluster::Neighbours neighbours_of_sum(const std::optional<document::TreeTimes>& times, int me, int members);

/// When the root has joined all, if everyone starts at 0 and joins its children in order, as soon as they have come:
/// an operation takes `compute` and a result travels for `transfer`. Cost: O(k).
double reduce_time(const SumTree& tree, double compute, double transfer);

/// When the last member has what the root sends at 0, if everyone tells its children in reverse order: sending keeps a
/// member busy for `send`, then the message travels for `transfer`. Cost: O(k).
double broadcast_time(const SumTree& tree, double send, double transfer);

}  // namespace uneven::reduction
