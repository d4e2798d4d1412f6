// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/tool.hpp"

BOOST_AUTO_TEST_SUITE(number_checks)

namespace {

bool accepts(const uneven::Check& check, const std::string& text) { return check(text).empty(); }

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_no_finite_decimal_number_is_refused_by_all) {
  for (const uneven::Check& check : {uneven::positive_number(), uneven::number_from(0), uneven::integer_from(0)})
    for (const char* text :
         {"", "nan", "inf", "-inf", "0x10", "1e999", "99999999999999999999x", "1 ", " 1", "+1", "-1"})
      BOOST_TEST(!accepts(check, text), "'" << text << "' was accepted");
}

BOOST_AUTO_TEST_CASE(the_ends_of_ranges) {
  BOOST_TEST(!accepts(uneven::positive_number(), "0"));
  BOOST_TEST(accepts(uneven::positive_number(), "1e-300"));
  BOOST_TEST(accepts(uneven::number_from(0, 1), "0"));
  BOOST_TEST(accepts(uneven::number_from(0, 1), "0.9999999999"));
  BOOST_TEST(!accepts(uneven::number_from(0, 1), "1"));
  BOOST_TEST(accepts(uneven::integer_from(3), "3"));
  BOOST_TEST(!accepts(uneven::integer_from(3), "2"));
  BOOST_TEST(!accepts(uneven::integer_from(3), "4.0"));
  for (const char* text : {"010", "0x10", "+10", "-0"}) BOOST_TEST(!accepts(uneven::integer_from(0), text), text);
  BOOST_TEST(accepts(uneven::integer_from(1, 16), "16"));
  BOOST_TEST(!accepts(uneven::integer_from(1, 16), "17"));
  BOOST_TEST(accepts(uneven::integer_from(0), "9007199254740991"));
  BOOST_TEST(!accepts(uneven::integer_from(0), "9007199254740992"));
  BOOST_TEST(!accepts(uneven::integer_from(0), "99999999999999999999"));
}

BOOST_AUTO_TEST_CASE(what_no_document_could_hold_is_refused) {
  for (const char* text : {"-0", "-0.0", "-0e5"}) BOOST_TEST(!accepts(uneven::number_from(0), text), text);
  for (std::string text : {"9007199254740992", "9223372036854775808", "99999999999999999999"})
    BOOST_TEST(uneven::integer_from(0)(text) == "'" + text + "' is not an integer from 0 to 9007199254740991");
}

BOOST_AUTO_TEST_SUITE_END()
