// SPDX-License-Identifier: MIT
#include "schedule/schedule.hpp"

#include <algorithm>
#include <utility>

#include "collective/allreduce.hpp"

namespace uneven::schedule {

std::vector<collective::Round> SumGroup::rounds(std::int64_t count, std::int64_t element_bytes) const {
  return collective::allreduce_schedule(collective, me, static_cast<int>(members.size()), count, tree,
                                        collective::segment_bytes / element_bytes);
}

int position_of(int rank, const std::vector<int>& members) {
  return static_cast<int>(std::ranges::find(members, rank) - members.begin());
}

SumGroup sum_group(std::vector<int> members, int rank, collective::Collective collective) {
  const int me = position_of(rank, members), size = static_cast<int>(members.size());
  return {std::move(members), me, collective, collective::binomial_neighbours(me, size)};
}

std::vector<collective::Round> rounds_of(const Schedule& schedule, const Sum& sum) {
  return schedule.groups[static_cast<std::size_t>(sum.group)].rounds(sum.count, sum.element_bytes);
}

}  // namespace uneven::schedule
