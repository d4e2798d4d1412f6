// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "draw/picture.hpp"
#include "sample_plans.hpp"
#include "xml.hpp"

BOOST_AUTO_TEST_SUITE(draw_hbsp)

using namespace uneven;
using namespace uneven::draw_test;

namespace {

/// A picture as text is as expected, and the one as SVG is sound XML.
template <class Plan>
void check_drawn(const Plan& plan, draw::TextOptions options, const std::string& expected) {
  BOOST_TEST(draw::text(plan, options) == expected);
  XmlReader(draw::svg(plan)).read();
}

}  // namespace

BOOST_AUTO_TEST_CASE(rectangles_of_c) {
  document::HbspMatmul plan;
  plan.size = 8;
  plan.rectangles = {{0, {0, 8}, {0, 4}}, {1, {0, 4}, {4, 4}}, {2, {4, 4}, {4, 4}}};
  plan.layouts = {{{}, 128, 640}};
  plan.cluster.resize(3);
  plan.cluster[0].speed = 2;
  const auto text = draw::text(plan, {40, true});
  BOOST_TEST(text.find("columns of C from left to right") != std::string::npos);
  BOOST_TEST(text.find("*  alpha  alpha  alpha") != std::string::npos);
  BOOST_TEST(occurrences(text, "50.0 %") >= 2);  // in the picture and in the table
  for (const auto& line : lines(text)) BOOST_TEST(draw::length(line) <= 40);
  std::vector<double> areas;
  for (const auto& element : XmlReader(draw::svg(plan)).read()) {
    BOOST_TEST(!element.attributes.contains("stroke-dasharray"));  // no groups here
    if (element.attributes.contains("class")) areas.push_back(element.number("width") * element.number("height"));
  }
  BOOST_TEST_REQUIRE(areas.size() == 3);
  BOOST_TEST(std::abs(areas[0] / areas[1] - 2) < 1e-6);
  BOOST_TEST(std::abs(areas[1] / areas[2] - 1) < 1e-6);
}

BOOST_AUTO_TEST_CASE(a_and_b_where_they_start_otherwise) {
  document::HbspMatmul plan;
  plan.size = {8, 2, 4};
  plan.rectangles = {{0, {0, 4}, {0, 4}}, {1, {4, 4}, {0, 4}}};
  plan.starts = document::MatrixStarts{{{0, {0, 8}, {0, 1}}, {1, {0, 8}, {1, 1}}}, {{0, {0, 2}, {0, 4}}}};
  plan.cluster.resize(2);
  const auto text = draw::text(plan, {60, true});
  for (const char* axis : {"columns of C from", "columns of A from", "columns of B from"})
    BOOST_TEST(occurrences(text, axis) == 1);
  BOOST_TEST(text.starts_with("C = A B, 8 x 2 times 2 x 4 is 8 x 4, on 2 processors\n"));
  std::vector<std::pair<double, double>> tiles;  // width and height
  for (const auto& element : XmlReader(draw::svg(plan)).read())
    if (element.attributes.contains("class")) tiles.push_back({element.number("width"), element.number("height")});
  BOOST_TEST_REQUIRE(tiles.size() == 5);
  BOOST_TEST(std::abs(tiles[0].first - tiles[0].second) < 1e-6);      // of C: 4 x 4
  BOOST_TEST(std::abs(8 * tiles[2].first - tiles[2].second) < 1e-6);  // of A: 8 x 1
  BOOST_TEST(std::abs(tiles[4].first - 2 * tiles[4].second) < 1e-6);  // of B: 2 x 4
}

BOOST_AUTO_TEST_CASE(costs_as_text) {
  document::HbspCosts costs;
  costs.cluster.resize(2);
  costs.gap = {0, 0};
  costs.supersteps = {{"map", {4, 0}, {0, 0}, 0, 0, 4, 0, 2, {0.5, 0.5}}, {"sum", {0, 1}, {0, 0}, 0, 0, 1, 1, 1}};
  costs.cost = 5;
  costs.best_cost = 3;
  check_drawn(costs, {70, true},
              "2 supersteps on 2 processors: cost 5, with the best shares 3\n\n"
              "   superstep  bottleneck  cost  best   saved\n"
              "*  map        P0             4     2  50.0 %\n"
              "   sum        P1             1     1   0.0 %\n");
}

BOOST_AUTO_TEST_CASE(placement_as_text) {
  document::HbspElements plan;
  plan.count = 4000;
  plan.placement = {{0, {0, 3000}}, {1, {3000, 1000}}};
  check_drawn(plan, {40, true},
              "4,000 elements on 2 processors\n\n"
              "P0 ############################### 3,000\n"
              "P1 ##########                      1,000\n\n"
              "imbalance 0.0 %\n");
}

BOOST_AUTO_TEST_CASE(search_as_text) {
  document::Search plan;
  plan.examples = 4000;
  plan.method = document::SearchMethod::equal_data;
  plan.join = document::SearchJoin::staircase;
  plan.placement = {{0, {0, 3000}}, {1, {3000, 1000}}};
  plan.methods = {{document::SearchMethod::equal_data, 0.5}, {document::SearchMethod::asynchronous_data, std::nullopt}};
  plan.joins = {{document::SearchJoin::staircase, 1e-6}};
  check_drawn(plan, {40, true},
              "search of 4,000 examples on 2\n  processors: equal-data, joined by\n  staircase\n\n"
              "P0 ############################### 3,000\n"
              "P1 ##########                      1,000\n\n"
              "   method             predicted\n"
              "*  equal-data            500 ms\n"
              "   asynchronous-data          -\n\n"
              "   join       predicted\n"
              "*  staircase       1 us\n");
}

BOOST_AUTO_TEST_SUITE_END()
