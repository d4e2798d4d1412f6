// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/text.hpp"

BOOST_AUTO_TEST_SUITE(columns_of_a_terminal)

using uneven::fitting;

BOOST_AUTO_TEST_CASE(a_line_is_cut_where_the_terminal_ends) {
  BOOST_TEST(fitting("12345", 9) == "12345");
  BOOST_TEST(fitting("12345", 5) == "12345");
  BOOST_TEST(fitting("12345", 3) == "123");
  for (const int none : {0, -1}) BOOST_TEST(fitting("12345", none) == "");
}

BOOST_AUTO_TEST_CASE(kanji_take_two_columns_and_accents_none) {
  BOOST_TEST(fitting("誤差 3", 5) == "誤差 ");
  BOOST_TEST(fitting("誤差 3", 3) == "誤");
  BOOST_TEST(fitting("e\u0301e\u0301", 1) == "e\u0301");
}

BOOST_AUTO_TEST_SUITE_END()
