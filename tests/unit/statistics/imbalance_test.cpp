// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <vector>

#include "statistics/share.hpp"

BOOST_AUTO_TEST_SUITE(cluster_imbalance)

using namespace uneven::statistics;

BOOST_AUTO_TEST_CASE(imbalance_is_the_excess_over_the_mean_of_those_who_work) {
  BOOST_TEST(imbalance(std::vector<double>{4, 2, 0}, std::vector<double>{2, 1, 1}) == 0);
  BOOST_TEST(imbalance(std::vector<double>{3, 1}, std::vector<double>{1, 1}) == 0.5);
  const std::vector<double> near_the_greatest{0x1p1023, 0x1p1023};
  BOOST_TEST(imbalance(std::vector<double>{3, 1}, near_the_greatest) == 0.5);
  BOOST_TEST(imbalance(std::vector<double>{0}, std::vector<double>{1}) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
