#include "partition/sum_members.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

namespace uneven::partition {

std::vector<int> sum_members(const document::Partition& plan, const std::vector<std::int64_t>& processors) {
  std::vector<int> members(processors.begin(), processors.end());
  std::ranges::stable_sort(members, std::greater{},
                           [&](int member) { return plan.cluster[static_cast<std::size_t>(member)].speed; });
  return members;
}

std::vector<int> sum_members(const document::Partition& plan) {
  std::vector<std::int64_t> all(plan.cluster.size());
  std::iota(all.begin(), all.end(), 0);
  return sum_members(plan, all);
}

}  // namespace uneven::partition
