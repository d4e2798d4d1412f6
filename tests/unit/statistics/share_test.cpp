// SPDX-License-Identifier: MIT
#include "statistics/share.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(shares)

using namespace uneven::statistics;

namespace {

struct Processors {
  std::vector<double> speed, busy;

  double end(std::size_t i, std::int64_t count) const {
    return count == 0 ? 0 : busy[i] + static_cast<double>(count) / speed[i];
  }
};

double makespan(const std::vector<std::int64_t>& count, const Processors& processors) {
  double most = 0;
  for (std::size_t i = 0; i < count.size(); ++i) most = std::max(most, processors.end(i, count[i]));
  return most;
}

double makespan_by_trying_all(std::int64_t n, const Processors& processors, std::size_t i = 0) {
  if (i + 1 == processors.speed.size()) return processors.end(i, n);
  double best = std::numeric_limits<double>::infinity();
  for (std::int64_t own = 0; own <= n; ++own)
    best = std::min(best, std::max(processors.end(i, own), makespan_by_trying_all(n - own, processors, i + 1)));
  return best;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_split_has_a_smaller_makespan) {
  uneven::test::for_seeds(300, [&](std::mt19937& rng, unsigned seed) {
    Processors processors{std::vector<double>(1 + rng() % 4), {}};
    for (double& s : processors.speed) s = 1 + rng() % 9;
    processors.busy.resize(processors.speed.size());
    if (seed % 2)
      for (double& b : processors.busy) b = rng() % 12 / 4.0;
    const std::int64_t n = rng() % 15;
    const auto count = share(n, processors.speed, processors.busy);
    BOOST_TEST(std::accumulate(count.begin(), count.end(), std::int64_t{0}) == n);
    BOOST_TEST(*std::ranges::min_element(count) >= 0);
    BOOST_TEST(makespan(count, processors) == makespan_by_trying_all(n, processors),
               boost::test_tools::tolerance(1e-14));
  });
}

BOOST_AUTO_TEST_CASE(exact_shares_stay_exact_and_ties_go_to_the_lowest) {
  BOOST_TEST(share(20'000'000, std::vector<double>(8, 0.1)) == std::vector<std::int64_t>(8, 2'500'000),
             boost::test_tools::per_element());
  BOOST_TEST(share(5, std::vector<double>(3, 7.0)) == (std::vector<std::int64_t>{2, 2, 1}),
             boost::test_tools::per_element());
  BOOST_TEST(share(800, std::vector<double>{4, 2, 1, 1}) == (std::vector<std::int64_t>{400, 200, 100, 100}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(who_is_busy_gets_less) {
  const std::vector<double> speed{2, 2, 1}, busy{5, 1, 20};
  BOOST_TEST(share(32, speed, busy) == (std::vector<std::int64_t>{12, 20, 0}), boost::test_tools::per_element());
  BOOST_TEST(share(5, speed, busy) == (std::vector<std::int64_t>{0, 5, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(only_differences_of_busy_times_count) {
  const std::int64_t much = std::int64_t{1} << 52;
  const std::vector<double> speed{3, 1, 1};
  for (const double always : {1e30, std::numeric_limits<double>::infinity()}) {
    const auto count = share(much, speed, std::vector<double>{1, 1, always});
    BOOST_TEST(count == (std::vector<std::int64_t>{much / 4 * 3, much / 4, 0}), boost::test_tools::per_element());
    BOOST_TEST(share(much, speed, std::vector<double>(3, always)) == share(much, speed),
               boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(the_unit_of_speed_does_not_matter) {
  uneven::test::for_seeds(300, [&](std::mt19937& rng) {
    std::vector<double> speed(1 + rng() % 6);
    for (double& s : speed) s = 1 + rng() % 100 / 3.0;
    const std::int64_t n = rng() % 100000;
    const auto count = share(n, speed);
    for (const int exponent : {-900, 1, 1000}) {
      auto other = speed;
      for (double& s : other) s = std::ldexp(s, exponent);
      BOOST_TEST(share(n, other) == count, boost::test_tools::per_element());
    }
  });
}

BOOST_AUTO_TEST_CASE(extreme_speeds_and_counts) {
  const std::int64_t much = std::int64_t{1} << 53;
  const std::vector<double> speed{1e-300, 1e308, 1e308, 3};
  const auto count = share(much, speed);
  BOOST_TEST(count == (std::vector<std::int64_t>{0, much / 2, much / 2, 0}), boost::test_tools::per_element());
  const double least = std::numeric_limits<double>::denorm_min();
  BOOST_TEST(share(much, std::vector<double>{least, 3 * least}) == (std::vector<std::int64_t>{much / 4, much / 4 * 3}),
             boost::test_tools::per_element());
  const auto ranges = share_ranges(much, std::vector<double>{1, 2, 3, 5, 7, 11, 13});
  BOOST_TEST(ranges.front().first == 0);
  for (std::size_t i = 1; i < ranges.size(); ++i) BOOST_TEST(ranges[i].first == ranges[i - 1].end());
  BOOST_TEST(ranges.back().end() == much);
}

BOOST_AUTO_TEST_CASE(all_is_shared_however_far_apart_the_times_are) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<> exponent(-290, 290);
  for (int trial = 0; trial < 5000; ++trial) {
    std::vector<double> speed(2 + random() % 6), busy(speed.size());
    for (double& s : speed) s = std::pow(10, random() % 2 ? exponent(random) : 0);
    for (double& b : busy) b = random() % 2 ? std::pow(10, exponent(random)) : 0;
    const auto n = static_cast<std::int64_t>(random() >> (11 + random() % 50));
    const auto count = share(n, speed, busy);
    BOOST_TEST(std::accumulate(count.begin(), count.end(), std::int64_t{0}) == n, "trial " << trial);
    BOOST_TEST(std::ranges::min(count) >= 0, "trial " << trial);
  }
}

BOOST_AUTO_TEST_SUITE_END()
