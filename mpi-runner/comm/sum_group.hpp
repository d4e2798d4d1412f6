#pragma once

#include <optional>
#include <vector>

#include "cluster/replay.hpp"
#include "cluster/sum_rounds.hpp"
#include "document/partition.hpp"

namespace uneven::comm {

/// Ranks that sum vectors, again and again, from the point of view of one of them.
struct SumGroup {
  std::vector<int> members;  ///< ranks, in the same order at each
  int me = 0;                ///< position of the caller in it
  cluster::Collective collective = cluster::Collective::tree;
  cluster::Neighbours tree;  ///< positions; for Collective::tree

  /// What the caller does to sum `count` elements, in messages that leave in one piece.
  std::vector<cluster::Round> rounds(std::int64_t count, std::size_t element_bytes) const {
    return cluster::rounds_of_sum(collective, me, static_cast<int>(members.size()), count, tree,
                                  cluster::segment_bytes / static_cast<std::int64_t>(element_bytes));
  }
};

/// @param rank   the caller, one of the members.
/// @param times  that the tree is made for; absent: a binomial one.
/// Cost: O(k log k).
SumGroup sum_group(const std::vector<int>& members, int rank, cluster::Collective collective,
                   const std::optional<document::TreeTimes>& times = {});

}  // namespace uneven::comm
