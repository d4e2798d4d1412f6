// SPDX-License-Identifier: MIT
#include "partition/search/balance.hpp"

#include <algorithm>
#include <vector>

#include "partition/predict/iteration.hpp"

namespace uneven::partition {

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
