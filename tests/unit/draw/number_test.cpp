// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "draw/text.hpp"

BOOST_AUTO_TEST_SUITE(draw_number)

using namespace uneven::draw;

BOOST_AUTO_TEST_CASE(short_numbers) {
  BOOST_TEST(short_number(0) == "0");
  BOOST_TEST(short_number(0.25) == "0.25");
  BOOST_TEST(short_number(1234) == "1234");
  BOOST_TEST(short_number(8.1e8) == "810M");
  BOOST_TEST(short_number(999.9996e6) == "1G");
  BOOST_TEST(short_number(8e-9) == "8n");
  BOOST_TEST(short_number(1e-30) == "1e-30");
  BOOST_TEST(short_number(5e-324) == "4.94e-324");
  BOOST_TEST(short_number(1e308L / 1e-308L) == "1e+616");
}

BOOST_AUTO_TEST_CASE(whole_numbers_and_times) {
  BOOST_TEST(whole(73913.6) == "73,914");
  BOOST_TEST(whole(999) == "999");
  BOOST_TEST(whole(-1234567) == "-1,234,567");
  BOOST_TEST(seconds(0.0231) == "23.1 ms");
  BOOST_TEST(seconds(2.1e-5) == "21 us");
  BOOST_TEST(seconds(1e308L + 1e308L) == "2e+308 s");
  BOOST_TEST(percent(0.351) == "35.1 %");
  BOOST_TEST(percent(1e308) == "1e+310 %");
  BOOST_TEST(span({5, 3}) == "5-7");
  BOOST_TEST(span({5, 1}) == "5");
  BOOST_TEST(span({5, 0}) == "none");
}

BOOST_AUTO_TEST_CASE(text_is_measured_in_characters) {
  BOOST_TEST(length("größe") == 5);
  BOOST_TEST(clip("größe", 4) == "grö~");
  BOOST_TEST(pad_left("ö", 3) == "  ö");
  BOOST_TEST(printable("a\x1b[1mß\x7f\xc2\x9b", false) == "a?[1mß??");
  BOOST_TEST(printable("ß", true) == "?");
  BOOST_TEST(printable("\u202ea\u2028\xe9", false) == "?a??");
  BOOST_TEST(wrap("one two three", 8) == "one two\n  three\n");
}

BOOST_AUTO_TEST_SUITE_END()
