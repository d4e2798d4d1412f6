// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "by_hand.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/plan.hpp"
#include "partition/replan/replanner.hpp"

/// Runs of plans as their processors would be seen in them.
namespace observed {

inline uneven::partition::Options wide_nettalk() {
  uneven::partition::Options options;
  options.network = {203, 1000, 26};
  options.samples = 8000;
  return options;
}

/// A plan for speeds by hand.
inline uneven::document::Partition planned(const std::vector<double>& speed,
                                           const uneven::partition::Options& options = wide_nettalk()) {
  const uneven::document::Speeds speeds = by_hand(speed);
  uneven::document::Partition plan = uneven::partition::plan(speeds, options);
  plan.cluster = uneven::document::cluster_of(speeds);
  return uneven::partition::without_left_out(plan);
}

/// What the processors take for an iteration at these speeds.
inline std::vector<double> seconds(const uneven::document::Partition& plan, const std::vector<double>& speed) {
  std::vector<double> compute_s;
  for (const uneven::document::Rectangle& r : plan.rectangles)
    compute_s.push_back(static_cast<double>(r.samples.count * r.hidden.count) /
                        speed[static_cast<std::size_t>(r.processor)]);
  return compute_s;
}

}  // namespace observed
