// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "speeds/derived.hpp"

BOOST_AUTO_TEST_SUITE(speed_at_)

using namespace uneven;
using namespace uneven::speeds;

BOOST_AUTO_TEST_CASE(speed_between_the_points_of_a_curve) {
  document::MeasuredProcessor processor;
  processor.speed = 7;
  BOOST_TEST(speed_at(processor, 50) == 7);
  processor.curve = {{10, 1}, {1000, 3}, {2000, 5}};
  BOOST_TEST(speed_at(processor, 1) == 1);
  BOOST_TEST(speed_at(processor, 10) == 1);
  BOOST_TEST(speed_at(processor, 100) == 2, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(speed_at(processor, 1000) == 3);
  BOOST_TEST(speed_at(processor, 9999) == 5);
}

BOOST_AUTO_TEST_SUITE_END()
