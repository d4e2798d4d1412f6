// SPDX-License-Identifier: MIT
#include "hbsp/cost.hpp"

#include <boost/test/unit_test.hpp>
#include <limits>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_cost)

using namespace uneven;
using namespace uneven::hbsp;

BOOST_AUTO_TEST_CASE(a_superstep_ends_with_its_slowest_processor_and_the_barrier) {
  const Machine machine{{4, 2, 1}, {0.25, 0.5, 1}, 10};
  BOOST_TEST(superstep_cost(machine, {{8, 8, 1}, {0, 0, 0}}) == 14);
  BOOST_TEST(superstep_cost(machine, {{8, 8, 1}, {0, 0, 6}}) == 17);
  BOOST_TEST(superstep_cost(machine, {{8, 0, 0}, {16, 1, 1}}) == 16);
}

BOOST_AUTO_TEST_CASE(the_slowest_has_speed_1) {
  BOOST_TEST(relative_speeds(std::vector<double>{8, 2, 4}) == (std::vector<double>{4, 1, 2}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_no_speed_is_refused) {
  for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    BOOST_CHECK_THROW(relative_speeds(std::vector<double>{1, bad}), InputError);
  BOOST_CHECK_THROW(relative_speeds(std::vector<double>{}), InputError);
  BOOST_CHECK_THROW(relative_speeds(std::vector<double>{1e-300, 1e300}), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
