// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "speeds/derived.hpp"

BOOST_AUTO_TEST_SUITE(command_cost)

using namespace uneven::speeds;
using boost::test_tools::tolerance;

namespace {

/// A made-up program on a made-up processor.
struct Program {
  double start_s, units_per_s, spread;

  RunsByUnits runs(std::mt19937& random, const std::vector<std::int64_t>& amounts, int repeats) const {
    std::normal_distribution<double> noise(1, spread);
    RunsByUnits made;
    for (const std::int64_t units : amounts)
      for (int i = 0; i < repeats; ++i)
        made[units].seconds.push_back((start_s + static_cast<double>(units) / units_per_s) * noise(random));
    return made;
  }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_start_is_told_from_the_units) {
  std::mt19937 random(1);
  const auto cost = fit_cost(Program{1, 100, 0}.runs(random, {25, 200}, 2));
  BOOST_TEST(cost->speed == 100, tolerance(1e-9));
  BOOST_TEST(cost->fixed_s == 1, tolerance(1e-9));
  BOOST_TEST(cost->fixed_is_known);
  BOOST_TEST(cost->repeats == 2);
}

/// A share of the units by the found speeds lets both processors end together, also where starting takes longer than
/// the units that were measured.
BOOST_AUTO_TEST_CASE(shares_by_the_found_costs_end_together) {
  for (unsigned seed = 0; seed < 100; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      const Program fast{0.2, 300, 0.005}, slow{1, 100, 0.005};
      const auto a = fit_cost(fast.runs(random, {30, 240}, 8)), b = fit_cost(slow.runs(random, {25, 200}, 8));
      const double part = (4000 / b->speed + b->fixed_s - a->fixed_s) / (1 / a->speed + 1 / b->speed);
      const double fast_s = fast.start_s + part / fast.units_per_s,
                   slow_s = slow.start_s + (4000 - part) / slow.units_per_s;
      BOOST_TEST(fast_s == slow_s, tolerance(0.04));
    }
}

BOOST_AUTO_TEST_CASE(a_start_that_noise_hides_is_not_known) {
  int known = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const auto cost = fit_cost(Program{0, 100, 0.02}.runs(random, {25, 200}, 5));
    known += cost->fixed_is_known;
    BOOST_TEST(cost->fixed_s >= 0);
  }
  BOOST_TEST(known < 16);  // one-sided, 2.5 % are expected
}

BOOST_AUTO_TEST_CASE(one_number_of_units_gives_units_over_seconds) {
  RunsByUnits runs;
  runs[50].seconds = {1, 9};
  const auto cost = fit_cost(runs);
  BOOST_TEST(cost->speed == 10);
  BOOST_TEST(!cost->fixed_is_known);
}

BOOST_AUTO_TEST_CASE(a_time_that_does_not_grow_has_no_speed) {
  int found = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    found += fit_cost(Program{1, 1e15, 0.02}.runs(random, {1, 1000}, 4)).has_value();
  }
  BOOST_TEST(found < 16);
}

BOOST_AUTO_TEST_CASE(a_curve_counts_the_time_beyond_the_start) {
  RunsByUnits runs;
  for (const auto& [units, seconds] : std::vector<std::pair<std::int64_t, double>>{{1, 1.02}, {100, 3}, {400, 9}})
    runs[units].seconds = {seconds * 0.999, seconds * 1.001};
  const auto cost = fit_cost(runs);
  BOOST_TEST(cost->curve.size() == 2);  // the start is nearly all of the time of one unit
  for (const auto& [units, speed] : cost->curve)
    BOOST_TEST(speed == units / (runs[static_cast<std::int64_t>(units)].seconds[0] / 0.999 - cost->fixed_s),
               tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(memory_is_told_apart_in_the_same_way) {
  std::vector<RunsByUnits> runs(2);
  runs[0][10].peak_bytes = {11e6, 11e6};
  runs[1][50].peak_bytes = {15e6, 15e6};
  const auto grows = fit_memory(runs);
  BOOST_TEST(grows->bytes_per_unit == 1e5, tolerance(1e-6));
  BOOST_TEST(grows->fixed_bytes == 10'000'000);
  runs[1][50].peak_bytes = {11.1e6, 10.9e6};
  const auto same = fit_memory(runs);
  BOOST_TEST(same->bytes_per_unit == 0);
  BOOST_TEST(same->fixed_bytes == 11'000'000);
  runs.pop_back();
  BOOST_TEST(!fit_memory(runs));
}

BOOST_AUTO_TEST_SUITE_END()
