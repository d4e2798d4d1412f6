// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <numeric>
#include <random>

#include "shares/blocks.hpp"

BOOST_AUTO_TEST_SUITE(shares_arrangement)

using namespace uneven::shares;

namespace {

std::vector<double> random_areas(std::size_t n, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> speed(0.1, 1);
  std::vector<double> area(n);
  for (double& a : area) a = speed(rng);
  const double sum = std::accumulate(area.begin(), area.end(), 0.0);
  for (double& a : area) a /= sum;
  return area;
}

/// The sum of half-perimeters, rectangle by rectangle; in a matrix `aspect` squared times as high as wide.
double half_perimeters(const std::vector<std::vector<double>>& columns, double aspect) {
  double sum = 0;
  for (const auto& column : columns) {
    const double width = std::accumulate(column.begin(), column.end(), 0.0);
    for (double area : column) sum += width / aspect + area / width * aspect;
  }
  return sum;
}

/// Every way to put the areas from `next` on into columns, in any order and number: all set partitions.
double least_of_all(const std::vector<double>& area, double aspect, std::vector<std::vector<double>>& columns,
                    std::size_t next = 0) {
  if (next == area.size()) return half_perimeters(columns, aspect);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < columns.size(); ++c) {
    columns[c].push_back(area[next]);
    least = std::min(least, least_of_all(area, aspect, columns, next + 1));
    columns[c].pop_back();
  }
  columns.push_back({area[next]});
  least = std::min(least, least_of_all(area, aspect, columns, next + 1));
  columns.pop_back();
  return least;
}

std::vector<std::vector<double>> columns_of(const Arrangement& arrangement, const std::vector<double>& area) {
  std::vector<std::vector<double>> columns;
  std::size_t next = 0;
  for (std::size_t size : arrangement.sizes) {
    columns.emplace_back();
    for (std::size_t k = 0; k < size; ++k) columns.back().push_back(area.at(arrangement.order.at(next++)));
  }
  BOOST_TEST(next == area.size());
  return columns;
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_columns_of_any_processors_are_better) {
  for (unsigned seed = 0; seed < 80; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      auto area = random_areas(1 + seed % 8, seed);
      if (seed % 3 == 0)
        for (double& a : area) a = 1.0 / static_cast<double>(area.size());  // ties everywhere
      const double aspect = std::vector{1.0, 0.4, 1.7, 30.0, 0.03}[seed % 5];
      const auto arrangement = least_half_perimeters(area, aspect);
      std::vector<std::vector<double>> columns;
      const double least = least_of_all(area, aspect, columns);
      BOOST_TEST(half_perimeter_bound(area, aspect) <= least * (1 + 1e-13));
      BOOST_TEST(arrangement.half_perimeters == least, boost::test_tools::tolerance(1e-13));
      BOOST_TEST(half_perimeters(columns_of(arrangement, area), aspect) == least, boost::test_tools::tolerance(1e-13));
    }
  }
}

BOOST_AUTO_TEST_CASE(equals_the_quadratic_programme) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      auto area = random_areas(50 + 20 * seed, seed);
      if (seed % 4 == 0) area[0] *= 1e6;
      if (seed % 4 == 1) area[0] *= 1e-6;
      const double sum = std::accumulate(area.begin(), area.end(), 0.0);
      for (double& a : area) a /= sum;
      auto sorted = area;
      std::ranges::sort(sorted);
      std::vector<double> least(sorted.size() + 1, std::numeric_limits<double>::infinity());
      least[0] = 0;
      for (std::size_t q = 1; q <= sorted.size(); ++q) {
        double width = 0;
        for (std::size_t r = q; r-- > 0;) {
          width += sorted[r];
          least[q] = std::min(least[q], least[r] + 1 + static_cast<double>(q - r) * width);
        }
      }
      BOOST_TEST(least_half_perimeters(area, 1).half_perimeters == least.back(), boost::test_tools::tolerance(1e-12));
    }
  }
}

BOOST_AUTO_TEST_CASE(near_the_bound_on_average) {
  for (std::size_t n : {10u, 20u, 100u, 1000u}) {
    BOOST_TEST_CONTEXT("processors " << n) {
      double ratios = 0;
      for (unsigned seed = 0; seed < 100; ++seed) {
        const auto area = random_areas(n, seed);
        const double ratio = least_half_perimeters(area, 1).half_perimeters / half_perimeter_bound(area, 1);
        BOOST_TEST(ratio >= 1 - 1e-12);
        ratios += ratio;
      }
      BOOST_TEST(ratios / 100 < 1.05);
    }
  }
}

// All widths between the area's, for a band of full height, and 1, on a fine grid.
BOOST_AUTO_TEST_CASE(the_bound_of_one_rectangle_is_the_best_that_fits) {
  for (const double aspect : {1.0, 0.3, 2.5})
    for (const double area : {0.01, 0.2, 0.5, 0.97}) {
      double least = std::numeric_limits<double>::infinity();
      for (int step = 0; step <= 4096; ++step) {
        const double width = area + (1 - area) * step / 4096;
        least = std::min(least, width / aspect + area / width * aspect);
      }
      BOOST_TEST(half_perimeter_bound(std::vector{area}, aspect) == least, boost::test_tools::tolerance(1e-4));
    }
}

BOOST_AUTO_TEST_CASE(equal_processors_make_a_square_grid) {
  const std::vector<double> area(36, 1.0 / 36);
  const auto arrangement = least_half_perimeters(area, 1);
  BOOST_TEST(arrangement.sizes == std::vector<std::size_t>(6, 6), boost::test_tools::per_element());
  BOOST_TEST(arrangement.half_perimeters == half_perimeter_bound(area, 1), boost::test_tools::tolerance(1e-13));
}

BOOST_AUTO_TEST_SUITE_END()
