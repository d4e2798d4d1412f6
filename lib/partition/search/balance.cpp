// SPDX-License-Identifier: MIT
#include "partition/search/balance.hpp"

#include <algorithm>
#include <vector>

#include "partition/predict/iteration.hpp"
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

namespace {

constexpr int trials = 5;  // the number of messages jumps with whole chunks, so a later trial may be worse

}  // namespace

std::optional<Rounded> balanced(Draft draft, const Rounded& rounded, const Problem& problem,
                                const document::Speeds& speeds) {
  std::vector<double> apparent = document::speeds_of(speeds);
  draft.free_columns = rounded.layout.columns;
  const auto longest_busy = [&](const Rounded& shared) {
    const document::Partition plan = partition_of(shared, problem, speeds);
    const std::vector<double> busy = busy_seconds_per_iteration(plan, speeds);
    for (const document::Rectangle& r : plan.rectangles)
      apparent[static_cast<std::size_t>(r.processor)] = r.cells() / busy[static_cast<std::size_t>(r.processor)];
    return std::ranges::max(busy);
  };
  double least = longest_busy(rounded);
  std::optional<Rounded> best;
  for (int trial = 0; trial < trials; ++trial) {
    Rounded next = round_partition(draft, Cluster(apparent), problem);
    if (next.layout.columns != rounded.layout.columns) break;
    if (const double longest = longest_busy(next); longest < least) {
      least = longest;
      best = std::move(next);
    }
  }
  return best;
}

}  // namespace uneven::partition
