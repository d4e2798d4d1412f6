#include "comm/sum_group.hpp"

#include <algorithm>

#include "reduction/sum_tree.hpp"

namespace uneven::comm {

SumGroup sum_group(const std::vector<int>& members, int rank, cluster::Collective collective,
                   const std::optional<document::TreeTimes>& times) {
  const auto me = std::find(members.begin(), members.end(), rank) - members.begin();
  SumGroup group{members, static_cast<int>(me), collective, {}};
  if (collective == cluster::Collective::tree)
    group.tree = reduction::neighbours_of_sum(times, group.me, static_cast<int>(members.size()));
  return group;
}

}  // namespace uneven::comm
