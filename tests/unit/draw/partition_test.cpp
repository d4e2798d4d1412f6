// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>

#include "../cases.hpp"
#include "draw/picture.hpp"
#include "sample_plans.hpp"
#include "xml.hpp"

BOOST_AUTO_TEST_SUITE(draw_partition)

namespace {

using namespace uneven;
using namespace uneven::draw_test;

document::Partition random_plan(std::mt19937& rng, std::size_t most_columns) {
  std::vector<std::vector<double>> columns(1 + rng() % most_columns);
  for (auto& column : columns)
    for (std::size_t k = 1 + rng() % 8; k > 0; --k) column.push_back(static_cast<double>(1 + rng() % 9));
  return partition(columns, 500 + static_cast<std::int64_t>(rng() % 5000), 20 + static_cast<std::int64_t>(rng() % 500));
}

/// The lines of the picture of rectangles: from the explanation of its axes to the blank line after it.
std::string picture(const std::string& text) {
  const auto start = text.find("samples from left");
  return text.substr(start, text.find("\n\n", start) - start) + "\n";
}

/// Whether "P<rank>" stands in `text` as a whole word, and how often.
int labels(const std::string& text, std::int64_t rank) {
  const auto label = "P" + std::to_string(rank);
  int count = 0;
  for (auto at = text.find(label); at != std::string::npos; at = text.find(label, at + 1))
    if (at + label.size() == text.size() || !std::isdigit(static_cast<unsigned char>(text[at + label.size()]))) ++count;
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(figure_7_as_text) {
  const std::string expected =
      R"(partition 203-80-26, 1024 samples, 5 processors in 2 columns
predicted per iteration: 73,914 elements (lower bound 70,206),
  imbalance 0.4 %

samples from left to right, hidden units from top to bottom
            358                           666
 0 ┌────────────────────┬──────────────────────────────────────┐
   │         P0         │                                      │
   │       4.8 %        │                                      │
11 ├────────────────────┤                  P3                  │
   │         P1         │                30.1 %                │
   │       10.1 %       │              speed 0.3               │
   │     speed 0.1      │                node1                 │
   │       node0        │                                      │
34 ├────────────────────┤                                      │
37 │                    ├──────────────────────────────────────┤
   │                    │                                      │
   │                    │                                      │
   │         P2         │                  P4                  │
   │       20.1 %       │                35.0 %                │
   │     speed 0.2      │              speed 0.35              │
   │       node1        │                node2                 │
   │                    │                                      │
   │                    │                                      │
   │                    │                                      │
80 └────────────────────┴──────────────────────────────────────┘

    host   speed   samples  hidden units    work  of speed
P0  node0   0.05     0-357          0-10   4.8 %     5.0 %
P1  node0    0.1     0-357         11-33  10.1 %    10.0 %
P2  node1    0.2     0-357         34-79  20.1 %    20.0 %
P3  node1    0.3  358-1023          0-36  30.1 %    30.0 %
P4  node2   0.35  358-1023         37-79  35.0 %    35.0 %

communication groups: these add their sums for the hidden units
hidden  processors
  0-10  P0 P3
 11-33  P1 P3
 34-36  P2 P3
 37-79  P2 P4

candidates by elements, * the plan
   method   columns  order   sizes  elements  above best
*  columns        2  sorted  3 2      73,914      +0.0 %
   columns        3  sorted  2x2 1    99,904     +35.2 %
   columns        1  sorted  5       212,992    +188.2 %
)";
  BOOST_TEST(draw::text(figure_7(), {64, false}) == expected);
}

BOOST_AUTO_TEST_CASE(no_line_is_wider_than_asked_and_ascii_is_ascii) {
  test::for_seeds(uneven::test::cases(20), [&](std::mt19937& rng) {
    auto plan = random_plan(rng, 20);
    plan.cluster[0].host = "ein-sehr-langer-Rechnername.größe.example.org\x1b[31m";
    for (const int width : {40, 53, 80, 200})
      for (const bool ascii : {false, true})
        for (const auto& line : lines(draw::text(plan, {width, ascii}))) {
          BOOST_TEST(draw::length(line) <= width, line);
          for (const char c : line)
            BOOST_TEST((static_cast<unsigned char>(c) >= 0x20 && (!ascii || static_cast<unsigned char>(c) < 0x80)));
        }
  });
}

BOOST_AUTO_TEST_CASE(every_processor_is_named_once) {
  test::for_seeds(100, [&](std::mt19937& rng) {
    const auto plan = random_plan(rng, 8);
    const auto drawn = picture(draw::text(plan, {static_cast<int>(40 + rng() % 60), true}));
    for (const auto& rectangle : plan.rectangles) BOOST_TEST(labels(drawn, rectangle.processor) == 1);
  });
}

BOOST_AUTO_TEST_CASE(a_column_of_the_raster_is_cut_where_the_plan_is_cut) {
  test::for_seeds(100, [&](std::mt19937& rng) {
    const auto speeds = test::drawn(rng, 1 + rng() % 6, 1, 9);
    const auto plan = partition({speeds}, 1000, 100 + static_cast<std::int64_t>(rng() % 1000));
    std::vector<int> cuts;  // lines with a border in the first column of the raster
    int line = 0, first = -1;
    for (const auto& row : lines(picture(draw::text(plan, {80, true})))) {
      const auto corner = row.find_first_of("+|");
      if (corner != std::string::npos && row[corner] == '+') {
        if (first < 0) first = line;
        cuts.push_back(line - first);
      }
      ++line;
    }
    BOOST_TEST_REQUIRE(cuts.size() == speeds.size() + 1);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const double share =
          static_cast<double>(plan.rectangles[i].hidden.count) / static_cast<double>(plan.network.hidden);
      BOOST_TEST(std::abs(cuts[i + 1] - cuts[i] - share * cuts.back()) <= 1.0);
    }
  });
}

BOOST_AUTO_TEST_CASE(above_64_processors_a_summary) {
  const std::vector<double> column(13, 1.0);
  const auto large = partition({column, column, column, column, column}, 1000, 1000);
  BOOST_TEST_REQUIRE(large.rectangles.size() == 65);
  const auto summary = draw::text(large, {80, false});
  BOOST_TEST(summary.find("┌") == std::string::npos);
  BOOST_TEST(occurrences(summary, "20.0 %") == 10);  // five columns: their share of the work and of the speed
  BOOST_TEST(summary.find("... and 13 more") != std::string::npos);  // 33 hosts, 20 rows
  auto smaller = partition({column, column, column, column, std::vector<double>(12, 1.0)}, 1000, 1000);
  BOOST_TEST(draw::text(smaller, {80, false}).find("┌") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(one_processor_fills_the_picture) {
  const auto text = draw::text(partition({{3.0}}, 10, 4), {40, true});
  BOOST_TEST(labels(picture(text), 0) == 1);
  BOOST_TEST(text.find("100.0 %  ") != std::string::npos);
  BOOST_TEST(text.find("groups") == std::string::npos);  // nobody to talk to
}

BOOST_AUTO_TEST_CASE(areas_in_svg_are_shares_of_the_work) {
  test::for_seeds(30, [&](std::mt19937& rng) {
    const auto plan = random_plan(rng, 12);
    std::vector<double> areas;
    double all = 0;
    for (const auto& element : XmlReader(draw::svg(plan)).read())
      if (element.name == "rect" && element.attributes.contains("class")) {
        areas.push_back(element.number("width") * element.number("height"));
        all += areas.back();
      }
    BOOST_TEST_REQUIRE(areas.size() == plan.rectangles.size());
    const double cells = static_cast<double>(plan.samples) * static_cast<double>(plan.network.hidden);
    for (std::size_t i = 0; i < areas.size(); ++i) {
      const auto& rectangle = plan.rectangles[i];
      const double share = static_cast<double>(rectangle.samples.count * rectangle.hidden.count) / cells;
      BOOST_TEST(std::abs(areas[i] / all - share) < 1e-6);
    }
  });
}

BOOST_AUTO_TEST_CASE(svg_survives_any_host_name) {
  auto plan = figure_7();
  plan.cluster[3].host = "</title><script>alert(\"1\" & '2')</script>\x01\x1b";
  const auto svg = draw::svg(plan);
  for (const auto& element : XmlReader(svg).read()) BOOST_TEST(element.name != "script");
  BOOST_TEST(occurrences(svg, "&lt;script&gt;") >= 1);
}

BOOST_AUTO_TEST_CASE(group_borders_are_dashed) {
  int dashed = 0;
  for (const auto& element : XmlReader(draw::svg(figure_7())).read())
    dashed += element.attributes.contains("stroke-dasharray") ? 1 : 0;
  BOOST_TEST(dashed == 3);  // four groups
}

BOOST_AUTO_TEST_SUITE_END()
