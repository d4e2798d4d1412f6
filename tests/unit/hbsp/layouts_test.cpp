// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <set>

#include "hbsp/cost.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_layouts)

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;

namespace {

/// What one of s equal processors needs of A and B for its block of C, counted element by element.
std::int64_t needed(Layout c, std::int64_t n, std::int64_t s) {
  const auto q = static_cast<std::int64_t>(std::lround(std::sqrt(s)));
  const std::int64_t rows = c == Layout::alpha ? n / q : c == Layout::beta ? n / s : n;
  const std::int64_t columns = c == Layout::alpha ? n / q : c == Layout::gamma ? n / s : n;
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t k = 0; k < n; ++k) count += (i < rows) + (k < columns);
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(communication_is_what_a_block_of_c_needs) {
  for (std::int64_t s : {4, 9, 16})
    for (Layout c : {Layout::alpha, Layout::beta, Layout::gamma})
      BOOST_TEST(communication(c, 144, static_cast<double>(s)) == static_cast<double>(needed(c, 144, s)),
                 boost::test_tools::tolerance(1e-14));
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
