// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <set>

#include "elements/programs/clustering.hpp"

BOOST_AUTO_TEST_SUITE(random_numbers)

using uneven::elements::mixed_bits, uneven::elements::uniform;

BOOST_AUTO_TEST_CASE(neighbouring_seeds_rounds_and_numbers_have_nothing_in_common) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed)
    for (std::uint64_t round = 0; round < 10; ++round)
      for (std::uint64_t number = 0; number < 10; ++number) seen.insert(mixed_bits(seed, round, number));
  BOOST_TEST(seen.size() == 1000u);
}

BOOST_AUTO_TEST_CASE(numbers_fill_the_interval_evenly) {
  double sum = 0, squares = 0;
  constexpr int count = 100000;
  for (int i = 0; i < count; ++i) {
    const double x = uniform(7, 1, static_cast<std::uint64_t>(i));
    BOOST_REQUIRE((x > 0 && x < 1));
    sum += x, squares += x * x;
  }
  BOOST_TEST(sum / count == 0.5, boost::test_tools::tolerance(0.01));
  BOOST_TEST(squares / count == 1.0 / 3, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_SUITE_END()
