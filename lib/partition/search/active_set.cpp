// SPDX-License-Identifier: MIT
#include "partition/search/active_set.hpp"

#include <vector>

#include "speeds/derived.hpp"

namespace uneven::partition {

namespace {

ActiveSet crew_of(const document::Speeds& speeds, const std::vector<bool>& rest = {}) {
  return {speeds, Cluster(document::speeds_of(speeds), rest)};
}

}  // namespace

ActiveSets::ActiveSets(const document::Speeds& speeds) : everybody_(crew_of(speeds)) {}

const ActiveSet& ActiveSets::of(std::int64_t count) {
  const document::Speeds& all = everybody_.speeds;
  if (all.shared_machines.empty() || count == std::ssize(all.processors)) return everybody_;
  if (const auto known = smaller_.find(count); known != smaller_.end()) return known->second;
  const std::vector<std::int64_t> working = everybody_.cluster.fastest(count);
  std::vector<bool> rest(all.processors.size(), true);
  for (const std::int64_t processor : working) rest[static_cast<std::size_t>(processor)] = false;
  of_fewer_.push_back(speeds::among_fewer(all, working));
  return smaller_.emplace(count, crew_of(of_fewer_.back(), rest)).first->second;
}

}  // namespace uneven::partition
