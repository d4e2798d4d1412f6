// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "document/partition.hpp"
#include "reduction/tree.hpp"

namespace uneven::partition {

/// The order of the members of a sum, as numbers 0 .. k-1: the fastest first, because the first members handle the most
/// messages; equals as they are. With hosts, the members of a host stand together, the host of the fastest first: a
/// ring then enters each host once, and a tree is one of trees, see tree_of_sum().
///
/// @param speed  of each, shape [k].
/// @param hosts  of each, shape [k]; empty: by speed alone.
/// Cost: O(k log k).
std::vector<std::size_t> sum_order(const std::vector<double>& speed, const std::vector<int>& hosts);

/// How many members in a row are on one host. @param hosts  of each member, in order.
std::vector<std::int64_t> host_sizes(const std::vector<int>& hosts);

/// The tree of a sum in two levels: a tree for the times `within` inside each host, and one for `between` over the
/// first members of hosts. Without times, trees are binomial. With one member on each host it is the sum_tree() for
/// `between`. Cost: O(k log k).
reduction::SumTree tree_of_sum(const std::optional<document::TreeTimes>& between,
                               const std::optional<document::TreeTimes>& within,
                               const std::vector<std::int64_t>& host_sizes);

/// Who takes part in a sum, in order.
struct SumMembers {
  std::vector<int> ranks;                ///< indices into the plan's cluster, in sum_order()
  std::vector<std::int64_t> host_sizes;  ///< members of each host; without sums_by_host each has a host of its own
};

/// The members and trees of a plan's sums.
class PlanSums {
 public:
  /// @param plan  must outlive this.
  explicit PlanSums(const document::Partition& plan);

  /// Cost: O(k log k).
  SumMembers members(const std::vector<std::int64_t>& processors) const;

  /// The tree of a sum of outputs over a column, or of weights over a group; made once for as many members on as many
  /// hosts.
  const reduction::SumTree& column_tree(const SumMembers& members);
  const reduction::SumTree& group_tree(const SumMembers& members);

 private:
  using Trees = std::map<std::vector<std::int64_t>, reduction::SumTree>;  ///< by SumMembers::host_sizes
  const reduction::SumTree& tree(Trees& known, const SumMembers& members,
                                 const std::optional<document::TreeTimes>& between,
                                 const std::optional<document::TreeTimes>& within);

  const document::Partition& plan_;
  std::vector<int> hosts_;  ///< by processor, with sums_by_host
  Trees column_trees_, group_trees_;
};

/// Bytes sent in an iteration: by the busiest processor, and by all together. A formula counts the messages of
/// schedule().
/// @param element_bytes  bytes of a summed number: 4 or 8.
/// @return               nothing if the bytes might exceed 2^53.
/// Cost: O(groups x columns) and O(N log N).
std::optional<document::SentBytes> sent_bytes(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
