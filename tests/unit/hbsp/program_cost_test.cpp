// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>

#include "../cases.hpp"
#include "hbsp/cost.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_program_cost)

using namespace uneven;
using namespace uneven::hbsp;

namespace {

struct Case {
  Machine machine;
  Superstep own;
  double work = 0, traffic = 0;
};

Case random_case(std::mt19937& rng, std::size_t processors) {
  std::uniform_real_distribution<double> one(0, 1);
  Case made;
  made.machine.barrier = one(rng);
  for (std::size_t i = 0; i < processors; ++i) {
    made.machine.speed.push_back(0.1 + one(rng));
    made.machine.gap.push_back(one(rng));
    made.own.work.push_back(rng() % 2 ? one(rng) : 0);
    made.own.traffic.push_back(rng() % 2 ? one(rng) : 0);
  }
  made.work = rng() % 4 ? 3 * one(rng) : 0;
  made.traffic = made.work > 0 && rng() % 3 ? 0 : one(rng);
  return made;
}

/// Processor by processor, by the definition.
double cost_of(const Case& made, const std::vector<double>& shares) {
  double longest = 0;
  for (std::size_t i = 0; i < shares.size(); ++i)
    longest = std::max(longest, (made.own.work[i] + shares[i] * made.work) / made.machine.speed[i] +
                                    made.machine.gap[i] * (made.own.traffic[i] + shares[i] * made.traffic));
  return longest + made.machine.barrier;
}

document::HbspCosts program(std::vector<double> speeds, std::vector<document::SuperstepCost> steps) {
  document::HbspCosts costs;
  for (const double speed : speeds) costs.cluster.push_back({.host = {}, .cpu = {}, .speed = speed});
  costs.gap.assign(speeds.size(), 1);
  costs.supersteps = std::move(steps);
  price(costs);
  return costs;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_best_shares_have_their_cost_and_no_small_move_is_better) {
  test::for_seeds(300, [&](std::mt19937& rng, unsigned seed) {
    const Case made = random_case(rng, 1 + seed % 7);
    const auto best = best_shares(made.machine, made.own, made.work, made.traffic);
    BOOST_TEST(std::accumulate(best.shares.begin(), best.shares.end(), 0.0) == 1, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(*std::ranges::min_element(best.shares) >= 0);
    BOOST_TEST(cost_of(made, best.shares) == best.cost, boost::test_tools::tolerance(1e-12));
    // The cost is convex in the shares, so a better one would be near.
    for (std::size_t from = 0; from < best.shares.size(); ++from)
      for (std::size_t to = 0; to < best.shares.size(); ++to) {
        auto moved = best.shares;
        const double part = std::min(1e-4, moved[from]);
        moved[from] -= part;
        moved[to] += part;
        BOOST_TEST(cost_of(made, moved) >= best.cost * (1 - 1e-12));
      }
    // Nor any at random.
    for (int trial = 0; trial < 50; ++trial) {
      std::vector<double> random;
      for (std::size_t i = 0; i < best.shares.size(); ++i) random.push_back(1.0 + rng() % 1000);
      const double sum = std::accumulate(random.begin(), random.end(), 0.0);
      for (double& share : random) share /= sum;
      BOOST_TEST(cost_of(made, random) >= best.cost * (1 - 1e-12));
    }
  });
}

BOOST_AUTO_TEST_CASE(without_traffic_shares_in_proportion_to_speed_are_best) {
  const auto costs = program({4, 2, 1, 1}, {{"sum", {0, 0, 0, 0}, {0, 0, 0, 0}, 80}});
  const auto& step = costs.supersteps[0];
  BOOST_TEST(step.cost == 10);
  BOOST_TEST(step.best_cost == 10);
  BOOST_TEST(step.bottleneck == 0);
  BOOST_TEST(step.best_shares == std::vector<double>({0.5, 0.25, 0.125, 0.125}),
             boost::test_tools::tolerance(1e-12) << boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(own_work_stays_beside_shared_work_and_moves_without) {
  // Processor 0 is busy for 10 with its own; the 20 of all go to processor 1 until it is busy for as long: 15 and 15.
  const auto fixed = program({1, 1}, {{"", {10, 0}, {0, 0}, 20}});
  BOOST_TEST(fixed.supersteps[0].cost == 20);
  BOOST_TEST(fixed.supersteps[0].bottleneck == 0);
  BOOST_TEST(fixed.supersteps[0].best_cost == 15);
  const auto moved = program({1, 1}, {{"", {10, 0}, {0, 0}}});
  BOOST_TEST(moved.supersteps[0].cost == 10);
  BOOST_TEST(moved.supersteps[0].best_cost == 5);
  // Work here and traffic there cost less than the same share of both anywhere.
  const auto apart = program({1, 1}, {{"", {10, 0}, {0, 10}}, {"", {10, 0}, {0, 0}}});
  BOOST_TEST(apart.supersteps[0].best_cost == 10);
  BOOST_TEST(apart.supersteps[0].best_shares.empty());
  BOOST_TEST(apart.cost == 20);
  BOOST_TEST(apart.best_cost == 15);
}

BOOST_AUTO_TEST_CASE(traffic_without_a_gap_is_free) {
  Case made{{{1, 2}, {1, 0}, 3}, {{5, 1}, {0, 0}}, 0, 7};
  const auto best = best_shares(made.machine, made.own, made.work, made.traffic);
  BOOST_TEST(best.cost == 8);
  BOOST_TEST(best.shares == std::vector<double>({0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
