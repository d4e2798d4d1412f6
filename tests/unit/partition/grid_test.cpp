// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <set>

#include "partition/search/methods.hpp"

BOOST_AUTO_TEST_SUITE(grids)

using namespace uneven::partition;

// Ozawa 2004, Fig. 10: speeds 1, 1.5, 2, 2.5, 3, 3.5 in three columns.
BOOST_AUTO_TEST_CASE(figure_10) {
  const Layout layout = grid({0, 1, 2, 3, 4, 5}, {10, 15, 20, 25, 30, 35}, 3);
  const double widths[] = {1.0 / 6, 2.0 / 6, 3.0 / 6};
  BOOST_REQUIRE(layout.widths.size() == 3u);
  for (int c = 0; c < 3; ++c) {
    BOOST_TEST(layout.widths[c] == widths[c], boost::test_tools::tolerance(1e-12));
    BOOST_TEST(layout.cuts[c].at(1) == 0.4, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(layout.cuts[c].at(2) == 1.0);
  }
  BOOST_TEST((layout.columns == Arrangement{{0, 1}, {2, 3}, {4, 5}}));
  BOOST_TEST(areas(layout, 6)[3] == 0.6 / 3, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(every_divisor) {
  for (std::int64_t n = 1; n <= 200; ++n) {
    const auto found = divisors(n);
    BOOST_TEST(std::is_sorted(found.begin(), found.end()));
    std::size_t count = 0;
    for (std::int64_t d = 1; d <= n; ++d) count += n % d == 0;
    BOOST_TEST(std::set<std::int64_t>(found.begin(), found.end()).size() == count);
    BOOST_TEST(found.size() == count);
    for (const auto d : found) BOOST_TEST(n % d == 0);
  }
}

BOOST_AUTO_TEST_SUITE_END()
