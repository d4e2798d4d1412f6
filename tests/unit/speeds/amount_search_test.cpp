// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "speeds/derived.hpp"

BOOST_AUTO_TEST_SUITE(amount_search)

using namespace uneven::speeds;

namespace {

constexpr AmountSearch::Limits limits{.target_s = 0.5, .long_unit_s = 1.25};

struct Found {
  AmountSearch search{limits};
  double longest_s = 0;
  int runs = 0;
};

/// @param seconds  of a run, by units.
template <class Seconds>
Found look(Seconds seconds) {
  Found found;
  for (; !found.search.found() && found.runs < 100; ++found.runs) {
    const double s = seconds(static_cast<double>(found.search.units()));
    found.longest_s = std::max(found.longest_s, s);
    found.search.add(s);
  }
  return found;
}

}  // namespace

/// Starts of 0.1 ms to 10 s, units of 1 us to 10 s, times that vary by 2 %.
BOOST_AUTO_TEST_CASE(runs_become_long_enough_and_not_much_longer) {
  constexpr unsigned seed = 3;
  BOOST_TEST_MESSAGE("seed " << seed);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> start(-4, 1), unit(-6, 1), noise(0.98, 1.02);
  for (int i = 0; i < 2000; ++i) {
    const double start_s = std::pow(10, start(random)), unit_s = std::pow(10, unit(random));
    BOOST_TEST_CONTEXT("start " << start_s << " s, unit " << unit_s << " s") {
      const Found found = look([&](double units) { return (start_s + units * unit_s) * noise(random); });
      const double first_s = start_s + unit_s, last_s = found.search.last_s();
      BOOST_TEST(found.search.grows());
      BOOST_TEST(last_s >= 0.5);
      BOOST_TEST(last_s >= (first_s < 1.2 ? 2.9 : 1.45) * first_s);
      BOOST_TEST(found.longest_s <= 2 * std::max(0.5, 3 * first_s) + 16 * 0.1 * first_s);
      BOOST_TEST(found.runs <= 12);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_program_that_ignores_its_units_is_found_out) {
  const Found found = look([](double) { return 0.01; });
  BOOST_TEST(!found.search.grows());
  BOOST_TEST(found.runs <= 15);
}

BOOST_AUTO_TEST_CASE(a_given_number_is_tried_once) {
  AmountSearch search({.given = 40});
  BOOST_TEST(search.units() == 40);
  search.add(0.001);
  BOOST_TEST(search.found());
  BOOST_TEST(search.units() == 40);
}

BOOST_AUTO_TEST_SUITE_END()
