// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "draw/listing.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"

BOOST_AUTO_TEST_SUITE(draw_raster)

using namespace uneven;

BOOST_AUTO_TEST_CASE(lines_that_meet_join) {
  draw::Raster raster(7, 5);
  raster.box(0, 0, 6, 4);
  raster.vertical(3, 0, 4);
  raster.horizontal(2, 0, 3);
  raster.write(4, 1, "äbc");
  BOOST_TEST(raster.str(false) == "┌──┬──┐\n│  │äbc\n├──┤  │\n│  │  │\n└──┴──┘\n");
  raster.horizontal(2, 3, 6);
  BOOST_TEST(raster.str(false).find("├──┼──┤") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(ascii_has_the_same_shape) {
  draw::Raster raster(4, 3);
  raster.box(0, 0, 3, 2);
  BOOST_TEST(raster.str(true) == "+--+\n|  |\n+--+\n");
}

BOOST_AUTO_TEST_CASE(narrow_tables_lose_the_least_first) {
  const std::vector<draw::Heading> headings{{"a"}, {"host", true, 2}, {"b", false, 1}, {"empty"}};
  const std::vector<std::vector<std::string>> rows{{"1", "node", "22", "-"}, {"10", "n", "3", "-"}};
  BOOST_TEST(draw::table(headings, rows, {80}) == " a  host   b\n 1  node  22\n10  n      3\n");
  BOOST_TEST(draw::table(headings, rows, {11}) == " a   b\n 1  22\n10   3\n");
  BOOST_TEST(draw::table(headings, rows, {5}) == " a\n 1\n10\n");
}

BOOST_AUTO_TEST_CASE(faster_is_darker) {
  const auto lightness = [](const std::string& colour) {
    const auto part = [&](std::size_t at) { return static_cast<double>(std::stoi(colour.substr(at, 2), nullptr, 16)); };
    return 0.299 * part(1) + 0.587 * part(3) + 0.114 * part(5);
  };
  double before = 256;
  for (int i = 0; i <= 100; ++i) {
    const double now = lightness(draw::shade(i / 100.0));
    BOOST_TEST(now < before);
    before = now;
  }
  BOOST_TEST(draw::shade(-1) == draw::shade(0));
  BOOST_TEST(draw::shade(2) == draw::shade(1));
}

BOOST_AUTO_TEST_SUITE_END()
