// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "draw/picture.hpp"
#include "sample_plans.hpp"
#include "xml.hpp"

BOOST_AUTO_TEST_SUITE(draw_array)

using namespace uneven;
using namespace uneven::draw_test;

namespace {

///     P0 P0 P0 P1      P0 is three times as fast; P2 is left out.
document::ArrayShares strip() {
  document::ArrayShares plan;
  plan.rows = 2;
  plan.columns = 4;
  plan.halo = 1;
  plan.blocks = {{{0, {0, 2}, {0, 3}}, {1}, 16}, {{1, {0, 2}, {3, 1}}, {0}, 16}};
  plan.predicted = {2, 2.5, 0.5, 2, 0, 8, {16, 32}};
  plan.left_out = {2};
  plan.cluster.resize(3);
  plan.cluster[0].speed = 3;
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(blocks_and_halos_as_text) {
  const auto text = draw::text(strip(), {120, true});
  for (const char* part :
       {"array of 2 x 4 on 2 processors, 1 left out", "cells 2 s (lower bound 2 s)", "superstep 2.5 s",
        "border 8 rows and columns", "75.0 %", "halo bytes  neighbours", "P1          16  P0"})
    BOOST_TEST(text.find(part) != std::string::npos, part << " in\n" << text);
  for (const auto& line : lines(text)) BOOST_TEST(draw::length(line) <= 120);
}

BOOST_AUTO_TEST_CASE(areas_in_the_picture_are_to_each_other_as_cells) {
  std::vector<double> areas;
  for (const auto& element : XmlReader(draw::svg(strip())).read())
    if (element.attributes.contains("class")) areas.push_back(element.number("width") * element.number("height"));
  BOOST_TEST_REQUIRE(areas.size() == 2u);
  BOOST_TEST(areas[0] / areas[1] == 3, boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_SUITE_END()
