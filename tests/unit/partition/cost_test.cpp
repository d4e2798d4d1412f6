// SPDX-License-Identifier: MIT
#include "partition/cost.hpp"

#include <boost/test/unit_test.hpp>

#include "oracle.hpp"

BOOST_AUTO_TEST_SUITE(cost)

using namespace uneven::partition;

// Ozawa 2004, Fig. 7: shares .05 .10 .20 .30 .35, network 203-80-26, 1024 samples.
BOOST_AUTO_TEST_CASE(figure_7) {
  const Problem problem{{203, 80, 26}, 1024, Collective::linear};
  BOOST_TEST(elements(problem, 400, 100, 1) == 212992.0);
  BOOST_TEST(elements(problem, 70, 100, 2) == 73913.6);
  BOOST_TEST(elements(problem, 50, 100, 3) == 99904.0);
  BOOST_TEST(elements(problem, 15, 100, 4) == 117907.2);
  BOOST_TEST(elements(problem, 0, 100, 5) == 146560.0);
}

BOOST_AUTO_TEST_CASE(phi_of_each_collective) {
  for (const Collective collective : {Collective::linear, Collective::tree, Collective::ring}) {
    for (std::int64_t k = 1; k <= 70; ++k) {
      BOOST_TEST_CONTEXT(name_of(collective) << " " << k) {
        BOOST_TEST(phi(collective, k) == oracle::phi(name_of(collective), k), boost::test_tools::tolerance(1e-12));
        const std::int64_t last = last_with_same_phi(collective, k);
        BOOST_TEST(phi(collective, last) == phi(collective, k));
        BOOST_TEST(phi(collective, last + 1) > phi(collective, k));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(fits_says_what_cost_says) {
  for (const Collective collective : {Collective::linear, Collective::tree, Collective::ring}) {
    for (std::int64_t k = 1; k <= 9; ++k) {
      for (std::int64_t width = 1; width <= 20; ++width) {
        const Wide value = column_cost(collective, k, width);
        BOOST_TEST(column_fits(collective, k, width, value));
        BOOST_TEST(!column_fits(collective, k, width, value - 1));
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
