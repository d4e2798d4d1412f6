#include "schedule/sum_group.hpp"

#include <algorithm>
#include <utility>

#include "cluster/replay.hpp"

namespace uneven::schedule {

std::vector<cluster::Round> SumGroup::rounds(std::int64_t count, std::int64_t element_bytes) const {
  return cluster::rounds_of_sum(collective, me, static_cast<int>(members.size()), count, tree,
                                cluster::segment_bytes / element_bytes);
}

int position_of(int rank, const std::vector<int>& members) {
  return static_cast<int>(std::ranges::find(members, rank) - members.begin());
}

SumGroup sum_group(std::vector<int> members, int rank, cluster::Collective collective) {
  const int me = position_of(rank, members), size = static_cast<int>(members.size());
  return {std::move(members), me, collective, cluster::binomial_neighbours(me, size)};
}

}  // namespace uneven::schedule
