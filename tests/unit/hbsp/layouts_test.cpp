// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <set>
#include <tuple>

#include "hbsp/cost.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_layouts)

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;

namespace {

using document::ProductSize;

/// What the first part of C, in a grid of `down` x `across` equal parts, needs of A and B, counted element by element.
std::int64_t needed(const ProductSize& size, std::int64_t down, std::int64_t across) {
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < size.rows; ++i)
    for (std::int64_t k = 0; k < size.inner; ++k) count += i < size.rows / down;
  for (std::int64_t k = 0; k < size.inner; ++k)
    for (std::int64_t j = 0; j < size.columns; ++j) count += j < size.columns / across;
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(communication_is_what_a_block_of_c_needs) {
  // Grids whose parts are squares; bands are of whole rows and columns, too.
  const std::tuple<ProductSize, std::int64_t, std::int64_t> cases[] = {
      {144, 2, 2},          {144, 3, 3},         {144, 4, 4},          {{48, 7, 12}, 4, 1},
      {{192, 7, 48}, 8, 2}, {{24, 1, 36}, 2, 3}, {{48, 100, 72}, 4, 6}};
  for (const auto& [size, down, across] : cases) {
    const auto s = static_cast<double>(down * across);
    for (const auto& [c, expected] : {std::pair{Layout::alpha, needed(size, down, across)},
                                      {Layout::beta, needed(size, down * across, 1)},
                                      {Layout::gamma, needed(size, 1, down * across)}})
      BOOST_TEST(communication(c, size, s) == static_cast<double>(expected), boost::test_tools::tolerance(1e-14));
  }
}

// Every grid of 12 parts: none needs less than alpha says, and where squares do not fit, bands need as much.
BOOST_AUTO_TEST_CASE(no_equal_parts_need_less_than_alpha) {
  for (const auto& size : {ProductSize(12), {12, 5, 24}, {1200, 3, 12}, {12, 3, 1200}, {144, 2, 12}, {36, 1, 60}}) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    for (std::int64_t down : {1, 2, 3, 4, 6, 12}) least = std::min(least, needed(size, down, 12 / down));
    const double alpha = communication(Layout::alpha, size, 12);
    BOOST_TEST(alpha <= static_cast<double>(least) * (1 + 1e-14));
    if (size.rows >= 12 * size.columns || size.columns >= 12 * size.rows)
      BOOST_TEST(alpha == static_cast<double>(least), boost::test_tools::tolerance(1e-14));
  }
}

BOOST_AUTO_TEST_CASE(the_table_has_27_rows_cheapest_first_with_the_papers_costs) {
  // Speeds 4, 2, 1, 1: s = 8.
  const auto costs = layout_costs(1000, 8, 3, 7);
  BOOST_TEST_REQUIRE(costs.size() == 27u);
  std::set<document::Layouts> all;
  for (std::size_t k = 0; k < costs.size(); ++k) {
    const auto& [layouts, communication, total] = costs[k];
    all.insert(layouts);
    BOOST_TEST((layouts.c == Layout::alpha) == (k < 9));
    BOOST_TEST(communication == (k < 9 ? 2e6 / std::sqrt(8.0) : 1125000.0), boost::test_tools::tolerance(1e-14));
    BOOST_TEST(total == 1.25e8 + 3 * communication + 7, boost::test_tools::tolerance(1e-14));
    if (k > 0 && k != 9) BOOST_TEST((costs[k - 1].layouts < layouts));
  }
  BOOST_TEST(all.size() == 27u);
}

BOOST_AUTO_TEST_CASE(alpha_alpha_alpha_is_first_for_every_s) {
  for (double s : {1.0, 1.0001, 1.5, 2.0, 3.0, 8.0, 1e3, 1e9}) {
    BOOST_TEST_CONTEXT("s " << s) {
      const auto costs = layout_costs(37, s, 1, 0);
      BOOST_TEST((costs[0].layouts == document::Layouts{}));
      const bool alpha_is_cheaper = costs[9].communication > costs[0].communication;
      BOOST_TEST(alpha_is_cheaper == (s > 1));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
