// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <numeric>

#include "oracle.hpp"
#include "partition/cost.hpp"
#include "partition/search/methods.hpp"

BOOST_AUTO_TEST_SUITE(free_order_descent)

using namespace uneven::partition;

namespace {

Arrangement sorted_columns(const std::vector<std::int64_t>& speeds, std::int64_t columns, Collective collective) {
  const ColumnsSearch search(speeds, collective);
  std::vector<std::int64_t> processors(speeds.size());
  std::iota(processors.begin(), processors.end(), 0);
  return arrange(processors, search.sizes(columns, search.least_maximum(columns)));
}

/// The least first maximum over every way to put the processors into `columns` columns, as a share.
double best_of_any_order(const std::vector<std::int64_t>& speeds, std::int64_t columns, const std::string& collective) {
  double total = 0, best = 1e300;
  for (const auto speed : speeds) total += static_cast<double>(speed);
  std::vector<std::size_t> column(speeds.size(), 0);
  for (bool more = true; more;) {
    std::vector<double> width(columns, 0);
    std::vector<std::int64_t> size(columns, 0);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      width[column[i]] += static_cast<double>(speeds[i]) / total;
      ++size[column[i]];
    }
    if (std::count(size.begin(), size.end(), 0) == 0) {
      double greatest = 0;
      for (std::int64_t c = 0; c < columns; ++c)
        greatest = std::max(greatest, width[c] * oracle::phi(collective, size[c]));
      best = std::min(best, greatest);
    }
    more = false;
    for (auto& c : column) {
      if (++c < static_cast<std::size_t>(columns)) {
        more = true;
        break;
      }
      c = 0;
    }
  }
  return best;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_to_four) {
  const std::vector<std::int64_t> speeds{1, 2, 3, 4};
  const auto sorted = sorted_columns(speeds, 2, Collective::linear);
  BOOST_TEST(static_cast<int>(maximum(sorted, speeds, Collective::linear)) == 7);
  const auto found = free_order(sorted, speeds, Collective::linear);
  BOOST_TEST(static_cast<int>(maximum(found, speeds, Collective::linear)) == 5);
  BOOST_TEST((found == Arrangement{{1, 2}, {0, 3}} || found == Arrangement{{0, 3}, {1, 2}}));
}

BOOST_AUTO_TEST_CASE(between_the_best_order_and_the_ascending_one) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    for (const Collective collective : {Collective::linear, Collective::tree, Collective::ring}) {
      std::mt19937 rng(seed);
      auto speeds = oracle::random_speeds(rng, 2 + rng() % 6, 20);
      for (auto& speed : speeds) speed <<= 40;
      const auto total = static_cast<double>(std::accumulate(speeds.begin(), speeds.end(), std::int64_t{0}));
      const Problem problem{{5, 7, 3}, 40, collective};
      const LowerBound bound(speeds, problem);
      for (std::int64_t columns = 1; columns <= std::min<std::int64_t>(4, std::ssize(speeds)); ++columns) {
        BOOST_TEST_CONTEXT("seed " << seed << " " << name_of(collective) << " columns " << columns) {
          const auto sorted = sorted_columns(speeds, columns, collective);
          const auto found = free_order(sorted, speeds, collective);
          const Wide value = maximum(found, speeds, collective);
          BOOST_TEST((value <= maximum(sorted, speeds, collective)));
          const double best = best_of_any_order(speeds, columns, name_of(collective));
          BOOST_TEST(static_cast<double>(value) / total >= best - 1e-9);
          const auto [within, between] = weights_of(problem);
          BOOST_TEST(bound.elements(columns) <= within * best + between * phi(collective, columns) + 1e-6);
          BOOST_TEST(bound.elements() <= bound.elements(columns));

          std::vector<std::int64_t> seen;
          for (const auto& column : found) {
            BOOST_TEST(!column.empty());
            seen.insert(seen.end(), column.begin(), column.end());
          }
          std::sort(seen.begin(), seen.end());
          for (std::size_t i = 0; i < speeds.size(); ++i) BOOST_TEST(seen.at(i) == static_cast<std::int64_t>(i));
          BOOST_TEST(seen.size() == speeds.size());
        }
      }
    }
  }
}

// Shares .05 .10 .20 .30 .35: H^2 = 4.5215, so C = 1 has 3.5215 and C = 2 has 0.6304 for the first maximum.
BOOST_AUTO_TEST_CASE(lower_bound_by_hand) {
  const LowerBound bound({5, 10, 20, 30, 35}, {{203, 80, 26}, 1024, Collective::linear});
  BOOST_TEST(bound.elements(1) == 187512.1, boost::test_tools::tolerance(1e-6));
  BOOST_TEST(bound.elements() == 70206.0, boost::test_tools::tolerance(1e-6));
}

// Each alone in its column has nothing to send within it; a bound worked out in doubles must not say otherwise.
BOOST_AUTO_TEST_CASE(a_lower_bound_is_no_rounding) {
  for (std::size_t count = 1; count <= 60; ++count) {
    const Problem problem{{3, 20, 5}, 14'000'000'000'000, Collective::linear};
    const LowerBound bound(std::vector<std::int64_t>(count, 1), problem);
    const auto columns = static_cast<std::int64_t>(count);
    BOOST_TEST(bound.elements(columns) == weights_of(problem).between * phi(problem.collective, columns), count);
  }
}

BOOST_AUTO_TEST_SUITE_END()
