// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "statistics/estimate.hpp"

BOOST_AUTO_TEST_SUITE(line)

using namespace uneven::statistics;
using boost::test_tools::tolerance;

BOOST_AUTO_TEST_CASE(a_line_goes_through_the_means_of_two_places) {
  const Line found = fit_line({{2, {4, 6}}, {10, {20, 22, 24}}});
  BOOST_TEST(found.slope == 17.0 / 8, tolerance(1e-12));
  BOOST_TEST(found.intercept == 5 - 2 * 17.0 / 8, tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(neither_intercept_nor_slope_is_negative) {
  const Line steep = fit_line({{1, {1, 1}}, {2, {4, 4}}});
  BOOST_TEST(steep.intercept == 0);
  BOOST_TEST(steep.slope > 1);
  const Line falling = fit_line({{1, {2, 2.2}}, {2, {1, 1.1}}});
  BOOST_TEST(falling.slope == 0);
  BOOST_TEST(falling.intercept > 0);
}

BOOST_AUTO_TEST_CASE(a_single_place_gives_the_line_from_the_origin) {
  const Line found = fit_line({{4, {2, 2}}});
  BOOST_TEST(found.intercept == 0);
  BOOST_TEST(found.slope == 0.5);
  BOOST_TEST(std::isinf(fit_line({{4, {2}}}).slope_half_width));
}

/// Where all places have the same relative spread, the errors count relative to the means. Divided by them, the places
/// are points of 1 = intercept / mean + slope x / mean, solved here by Cramer's rule.
BOOST_AUTO_TEST_CASE(errors_count_relative_to_the_means) {
  for (unsigned seed = 0; seed < 100; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      std::uniform_real_distribution<double> uniform(0.9, 1.1);
      std::vector<Sample> samples;
      double aa = 0, ab = 0, bb = 0, a1 = 0, b1 = 0;
      for (const double x : {1, 4, 16, 64}) {
        const double mean = (3 + 0.5 * x) * uniform(random), a = 1 / mean, b = x / mean;
        samples.push_back({x, {0.99 * mean, 1.01 * mean}});
        aa += a * a, ab += a * b, bb += b * b, a1 += a, b1 += b;
      }
      const double determinant = aa * bb - ab * ab;
      const Line found = fit_line(samples);
      BOOST_TEST(found.intercept == (a1 * bb - b1 * ab) / determinant, tolerance(1e-9));
      BOOST_TEST(found.slope == (aa * b1 - ab * a1) / determinant, tolerance(1e-9));
    }
}

BOOST_AUTO_TEST_CASE(about_95_of_100_intervals_hold_the_truth) {
  constexpr unsigned seed = 7;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(1, 0.05);
  int slopes = 0, intercepts = 0;
  constexpr int trials = 2000;
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<Sample> samples{{1, {}}, {8, {}}};
    for (auto& [x, y] : samples)
      for (int i = 0; i < 6; ++i) y.push_back((10 + 2 * x) * noise(random));
    const Line found = fit_line(samples);
    slopes += std::abs(found.slope - 2) <= found.slope_half_width;
    intercepts += std::abs(found.intercept - 10) <= found.intercept_half_width;
  }
  BOOST_TEST(slopes > 0.92 * trials);
  BOOST_TEST(slopes < 0.98 * trials);
  BOOST_TEST(intercepts > 0.92 * trials);
  BOOST_TEST(intercepts < 0.98 * trials);
}

BOOST_AUTO_TEST_SUITE_END()
