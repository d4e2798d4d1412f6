#pragma once

#include <cstdint>
#include <vector>

#include "collective/allreduce.hpp"

namespace uneven::schedule {

/// Ranks that sum vectors, again and again, from the point of view of one of them.
struct SumGroup {
  std::vector<int> members;  ///< ranks, in the same order at each
  int me = 0;                ///< position of this rank among them
  collective::Collective collective = collective::Collective::tree;
  collective::Neighbours tree;  ///< positions; for Collective::tree

  /// What this rank does to sum `count` numbers, in messages that leave in one piece.
  std::vector<collective::Round> rounds(std::int64_t count, std::int64_t element_bytes) const;

  int rank() const { return members[static_cast<std::size_t>(me)]; }
  int rank_of(const collective::Message& message) const { return members[static_cast<std::size_t>(message.member)]; }
};

/// Members that each know their place, `rank` being this one's. The tree is binomial.
SumGroup sum_group(std::vector<int> members, int rank, collective::Collective collective);

/// Position of `rank` among the members. Cost: O(k).
int position_of(int rank, const std::vector<int>& members);

}  // namespace uneven::schedule
