// SPDX-License-Identifier: MIT
#include "search/placement.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <numeric>
#include <random>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(placement)

using namespace uneven::search;

namespace {

double end_of(std::int64_t examples, double speed, double start) {
  return examples > 0 ? (static_cast<double>(examples) + start) / speed : 0;
}

double makespan(const std::vector<std::int64_t>& counts, const std::vector<double>& speed, double start) {
  double end = 0;
  for (std::size_t i = 0; i < speed.size(); ++i) end = std::max(end, end_of(counts[i], speed[i], start));
  return end;
}

/// Of all ways there are.
double least_makespan(std::int64_t examples, const std::vector<double>& speed, double start, std::size_t from) {
  if (from + 1 == speed.size()) return end_of(examples, speed[from], start);
  double best = INFINITY;
  for (std::int64_t n = 0; n <= examples; ++n)
    best =
        std::min(best, std::max(end_of(n, speed[from], start), least_makespan(examples - n, speed, start, from + 1)));
  return best;
}

std::vector<double> some_speeds(std::mt19937& rng) {
  const auto speed = uneven::test::drawn(rng, 1 + rng() % 4, 1, 9);
  return speed;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_proportional_counts_have_a_smaller_makespan) {
  for (unsigned seed = 0; seed < 200; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const auto speed = some_speeds(rng);
      const std::int64_t n = rng() % 13;
      const double start = seed % 2 == 0 ? 0 : rng() % 6;
      const auto counts = proportional_counts(n, speed, start);
      BOOST_TEST(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}) == n);
      BOOST_TEST(makespan(counts, speed, start) == least_makespan(n, speed, start, 0));
    }
}

BOOST_AUTO_TEST_CASE(who_shares_evenly_ends_with_all_examples_done) {
  for (unsigned seed = 0; seed < 200; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const auto speed = some_speeds(rng);
      const std::int64_t examples = 1 + rng() % 1000;
      const double start = static_cast<double>(rng() % 500);
      const double end = share_evenly(examples, speed, start).end();
      double done = 0;
      for (const double s : speed) done += std::max(0.0, end * s - start);
      BOOST_TEST(done == static_cast<double>(examples), boost::test_tools::tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(a_start_without_end_leaves_all_to_the_fastest) {
  const double start = start_of({1e-300, 0, 0, 0, 0, 1e300, 0});
  BOOST_TEST(proportional_counts(10, {1, 3, 2}, start) == (std::vector<std::int64_t>{0, 10, 0}),
             boost::test_tools::per_element());
  const std::int64_t most = std::int64_t{1} << 53;
  BOOST_TEST(proportional_counts(most, {1, 3, 2}, start)[1] > most / 3);
}

BOOST_AUTO_TEST_SUITE_END()
