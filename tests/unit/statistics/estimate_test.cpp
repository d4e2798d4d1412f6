// SPDX-License-Identifier: MIT
#include "statistics/estimate.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(statistics)

using namespace uneven::statistics;

BOOST_AUTO_TEST_CASE(the_midmean_is_of_the_middle_half) {
  BOOST_TEST(midmean({7}) == 7);
  BOOST_TEST(midmean({3, 1}) == 2);
  BOOST_TEST(midmean({1, 2, 6}) == 2.5);  // a quarter of 1, 2, a quarter of 6
  BOOST_TEST(midmean({100, 2, 4, 0}) == 3);
  BOOST_TEST(midmean({15, 35, 15, 35, 15, 35, 15, 35}) == 25);
}

BOOST_AUTO_TEST_CASE(values_that_fall_are_pooled) {
  BOOST_TEST(rising({1, 2, 3}, {1, 1, 1}) == std::vector<double>({1, 2, 3}), boost::test_tools::per_element());
  BOOST_TEST(rising({4, 1, 3}, {1, 2, 1}) == std::vector<double>({2, 2, 3}), boost::test_tools::per_element());
  BOOST_TEST(rising({3, 2, 1}, {1, 1, 1}) == std::vector<double>({2, 2, 2}), boost::test_tools::per_element());
}

/// Against the max-min formula: each is the greatest, over where a range begins, of the least mean over where it ends.
BOOST_AUTO_TEST_CASE(rising_values_are_those_of_the_max_min_formula) {
  constexpr int seed = 20;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0.1, 1);
  for (std::size_t n = 1; n <= 9; ++n)
    for (int times = 0; times < 50; ++times) {
      std::vector<double> values(n), weights(n);
      for (std::size_t i = 0; i < n; ++i) values[i] = uniform(random), weights[i] = uniform(random);
      const std::vector<double> found = rising(values, weights);
      for (std::size_t i = 0; i < n; ++i) {
        double most = 0;
        for (std::size_t from = 0; from <= i; ++from) {
          double least = 1;
          for (std::size_t to = i; to < n; ++to) {
            double sum = 0, weight = 0;
            for (std::size_t k = from; k <= to; ++k) sum += weights[k] * values[k], weight += weights[k];
            least = std::min(least, sum / weight);
          }
          most = std::max(most, least);
        }
        BOOST_TEST(found[i] == most, boost::test_tools::tolerance(1e-12));
      }
    }
}

BOOST_AUTO_TEST_CASE(the_median_is_the_middle_or_the_mean_of_both) {
  BOOST_TEST(median({7}) == 7);
  BOOST_TEST(median({3, 1}) == 2);
  BOOST_TEST(median({9, 1, 5}) == 5);
  BOOST_TEST(median({4, 1, 100, 2}) == 3);
}

/// Half-widths over s / sqrt(n), against the printed table of Student's t for 95 %.
BOOST_AUTO_TEST_CASE(the_half_width_follows_students_t) {
  const std::pair<int, double> table[] = {{2, 12.706}, {3, 4.303}, {5, 2.776}, {10, 2.262}, {31, 2.042}};
  for (const auto& [n, t] : table) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(10 + i);
    // 0 .. n-1 have the sample variance n (n + 1) / 12.
    const double s = std::sqrt(n * (n + 1) / 12.0);
    const Estimate found = estimate(values);
    BOOST_TEST(found.mean == 10 + (n - 1) / 2.0);
    BOOST_TEST(std::abs(found.half_width / (s / std::sqrt(n)) - t) <= 0.0005 + 1e-9);
    BOOST_TEST(found.relative_error() == found.half_width / found.mean);
  }
}

BOOST_AUTO_TEST_CASE(one_value_tells_nothing_of_its_error) {
  const Estimate one = estimate({3});
  BOOST_TEST(one.mean == 3);
  BOOST_TEST(std::isinf(one.half_width));
  BOOST_TEST(one.outliers == 0);
}

BOOST_AUTO_TEST_CASE(the_true_mean_lies_inside_95_of_100_intervals) {
  const unsigned seed = 3;
  BOOST_TEST_CONTEXT("seed " << seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal(5, 2);
    int inside = 0;
    const int trials = 4000;
    for (int trial = 0; trial < trials; ++trial) {
      std::vector<double> values(4);
      for (double& value : values) value = normal(random);
      const Estimate found = estimate(values);
      inside += std::abs(found.mean - 5) <= found.half_width;
    }
    BOOST_TEST(inside > 0.935 * trials);  // 4 standard deviations on either side
    BOOST_TEST(inside < 0.965 * trials);
  }
}

BOOST_AUTO_TEST_CASE(outliers_are_counted_and_stay_in_the_mean) {
  // Median 10, median deviation 1: the limit is 3.5 x 1.4826 = 5.19.
  BOOST_TEST(estimate({8, 9, 10, 11, 12}).outliers == 0);
  BOOST_TEST(estimate({9, 10, 11, 9, 11, 15.1, 4.9}).outliers == 0);
  BOOST_TEST(estimate({9, 10, 11, 9, 11, 15.3, 4.7}).outliers == 2);
  BOOST_TEST(estimate({9, 10, 11, 9, 110}).outliers == 1);
  BOOST_TEST(estimate({9, 10, 11, 9, 110}).mean == 29.8);
  BOOST_TEST(estimate({5, 5, 5}).outliers == 0);
  BOOST_TEST(estimate({5, 5, 5, 5, 6}).outliers == 1);
}

BOOST_AUTO_TEST_CASE(processors_are_as_alike_as_their_intervals_allow) {
  const std::vector<Estimate> told{{1, 0}, {2, 0}, {6, 0}}, untold{{1, 9}, {2, 9}, {6, 9}};
  for (std::size_t i = 0; i < told.size(); ++i) {
    BOOST_TEST(among_same_model(told[i], told) == told[i].mean);
    BOOST_TEST(among_same_model(untold[i], untold) == 2);
  }
  // Their means vary by 7, of which 3 are unknown: 4 / (4 + 3) of the differences stay.
  const std::vector<Estimate> half{{1, std::sqrt(3)}, {2, std::sqrt(3)}, {6, std::sqrt(3)}};
  BOOST_TEST(among_same_model(half[2], half) == 2 + 4.0 / 7 * 4, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(among_same_model({5, 1}, {{5, 1}}) == 5);
}

BOOST_AUTO_TEST_CASE(many_alike_are_known_better_than_each) {
  const unsigned seed = 5;
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0, 1);
  double each = 0, among = 0;
  for (int trial = 0; trial < 200; ++trial) {
    std::vector<Estimate> alike;
    for (int i = 0; i < 8; ++i) alike.push_back({100 + noise(random), 2});
    for (const Estimate& one : alike) {
      each += (one.mean - 100) * (one.mean - 100);
      among += std::pow(among_same_model(one, alike) - 100, 2);
    }
  }
  BOOST_TEST(among < each / 2, "seed " << seed << ": " << among << ", each " << each);
}

BOOST_AUTO_TEST_CASE(the_slope_of_exact_points_is_found) {
  uneven::test::for_seeds(100, [&](std::mt19937& random) {
    // Latencies of microseconds, gaps of nanoseconds per byte, messages of 1 to 2^20 bytes.
    const double a = std::ldexp(1 + random() % 1000, -20), b = std::ldexp(1 + random() % 1000, -32);
    std::vector<Point> points{{0, a}};
    for (int i = 0; i <= 20; i += 1 + static_cast<int>(random() % 5))
      points.push_back({std::ldexp(1, i), a + std::ldexp(b, i)});
    BOOST_TEST(fit_slope(points, a) == b, boost::test_tools::tolerance(1e-9));
  });
}

/// No other slope >= 0 near it has a smaller sum of squared errors.
BOOST_AUTO_TEST_CASE(a_fitted_slope_is_best_and_never_negative) {
  int flat = 0;
  uneven::test::for_seeds(300, [&](std::mt19937& random) {
    const double intercept = random() % 9;
    std::vector<Point> points;
    for (std::size_t i = 0, count = 1 + random() % 5; i < count; ++i)
      points.push_back({1.0 + random() % 9, 1.0 + random() % 9});
    const auto error = [&](double slope) {
      double sum = 0;
      for (const Point& p : points) sum += std::pow(intercept + slope * p.x - p.y, 2);
      return sum;
    };
    const double slope = fit_slope(points, intercept);
    BOOST_TEST(slope >= 0);
    flat += slope == 0;
    for (const double step : {-1e-3, 1e-3, 0.1})
      if (slope + step >= 0) BOOST_TEST(error(slope + step) > error(slope));
  });
  BOOST_TEST(flat > 0);
  BOOST_TEST(flat < 300);
}

BOOST_AUTO_TEST_SUITE_END()
