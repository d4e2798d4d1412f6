#include "comm/sum_group.hpp"

#include <algorithm>

#include "reduction/sum_tree.hpp"

namespace uneven::comm {

SumGroup sum_group(const std::vector<int>& members, int rank, cluster::Algorithm algorithm,
                   const std::optional<document::TreeTimes>& times) {
  const auto me = std::find(members.begin(), members.end(), rank) - members.begin();
  SumGroup group{members, static_cast<int>(me), algorithm, {}};
  if (algorithm != cluster::Algorithm::tree) return group;
  if (times) {
    const auto tree = reduction::sum_tree(times->compute_s, times->transfer_s, std::ssize(members));
    group.tree.parent = static_cast<int>(tree.parent[group.me]);
    group.tree.children.assign(tree.children[group.me].begin(), tree.children[group.me].end());
  } else {
    group.tree = cluster::binomial_neighbours(group.me, static_cast<int>(members.size()));
  }
  return group;
}

}  // namespace uneven::comm
