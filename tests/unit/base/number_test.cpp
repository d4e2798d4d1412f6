// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>

#include "base/error.hpp"
#include "base/text.hpp"

BOOST_AUTO_TEST_SUITE(number)

BOOST_AUTO_TEST_CASE(a_repeated_item_stands_for_its_copies) {
  const std::vector<double> expected{1, 1, 1, 1, 0.5, 0.5};
  BOOST_TEST(uneven::parse_positive_list("4*1.0,2*0.5", "--speeds") == expected);
}

BOOST_AUTO_TEST_CASE(what_is_no_finite_decimal_number_is_refused) {
  for (const char* text :
       {"",   ",", "1,", ",1", "1,,2", "nan", "inf",  "-inf", "0x10",  "1e999", "1e-999",      "1 ",   " 1",
        "+1", "0", "-1", "2*", "*2",   "0*1", "-1*2", "2*-1", "2*2*2", "1;2",   "999999999*1", "1.5*2"})
    BOOST_CHECK_THROW(uneven::parse_positive_list(text, "--speeds"), uneven::UsageError);
}

BOOST_AUTO_TEST_CASE(shortest_text_reads_back_as_the_same_number) {
  const unsigned seed = 7;
  BOOST_TEST_CONTEXT("seed " << seed) {
    std::mt19937_64 random(seed);
    for (int i = 0; i < 1000; ++i) {
      const double value = std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 1000) - 500);
      BOOST_TEST(uneven::parse_number(uneven::shortest(value), "value") == value);
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
