// SPDX-License-Identifier: MIT
#pragma once

#include <boost/test/unit_test.hpp>
#include <functional>
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

/// Bounds of speeds that were as high as `most`.
inline std::vector<uneven::partition::SpeedBounds> up_to(const std::vector<double>& most) {
  std::vector<uneven::partition::SpeedBounds> bounds;
  for (const double speed : most) bounds.push_back({speed, 1, speed});
  return bounds;
}

/// Of processors with speeds in another unit than the plan's, the one that is at half its speed is named, whichever it
/// is; and none if they are as planned.
/// @param seconds  of the processors in an iteration of the plan at other speeds.
inline void expect_the_slow_one_named(
    const uneven::document::Partition& plan, const std::vector<double>& speed,
    const std::function<std::vector<double>(const uneven::document::Partition&, const std::vector<double>&)>& seconds) {
  for (std::size_t slow = 0; slow < speed.size(); ++slow) {
    auto now = speed;
    for (double& s : now) s *= 1e8;
    now[slow] *= 0.5;
    const uneven::partition::Drift drift = uneven::partition::farthest_behind(plan, seconds(plan, now));
    BOOST_TEST(drift.processor == static_cast<std::int64_t>(slow));
    BOOST_TEST(drift.slowdown == 2, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(drift.off());
  }
  BOOST_TEST(!uneven::partition::farthest_behind(plan, seconds(plan, speed)).off());
}

}  // namespace observed
