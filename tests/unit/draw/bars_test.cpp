// SPDX-License-Identifier: MIT

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <numeric>
#include <random>
#include <tuple>

#include "../cases.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "sample_plans.hpp"
#include "xml.hpp"

BOOST_AUTO_TEST_SUITE(draw_bars)

namespace {

using namespace uneven;
using namespace uneven::draw_test;

draw::Bars random_bars(std::mt19937& rng, std::size_t count) {
  draw::Bars chart{{"compute", "communicate", "wait"}, "s", {}};
  for (std::size_t i = 0; i < count; ++i)
    chart.bars.push_back(
        {"P" + std::to_string(i),
         {static_cast<double>(rng() % 1000), static_cast<double>(rng() % 300), static_cast<double>(rng() % 300)},
         "x",
         "hover"});
  return chart;
}

double total(const draw::Bar& bar) { return std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0); }

document::Report report_of(std::size_t ranks) {
  document::Report report;
  report.of = "bp";
  report.iterations = 100;
  report.seconds_per_iteration = 0.023;
  report.predicted_seconds_per_iteration = 0.022;
  for (std::size_t i = 0; i < ranks; ++i) {
    document::RankReport rank;
    rank.rank = static_cast<std::int64_t>(i);
    rank.host = "node1";
    rank.work = 1.5e9;
    rank.compute_s = i == 0 ? 1.5 : 1.0;
    rank.communicate_s = 0.25;
    rank.wait_s = 1.75 - rank.compute_s;
    report.processors.push_back(rank);
  }
  return report;
}

}  // namespace

BOOST_AUTO_TEST_CASE(parts_have_their_lengths) {
  test::for_seeds(50, [&](std::mt19937& rng) {
    const auto chart = random_bars(rng, 1 + rng() % 20);
    double longest = 1;
    for (const auto& bar : chart.bars) longest = std::max(longest, total(bar));
    const auto rows = lines(draw::text(chart, {80, true}));
    BOOST_TEST_REQUIRE(rows.size() == chart.bars.size() + 2);  // the legend and the end
    const int labels = draw::length("P" + std::to_string(chart.bars.size() - 1));
    const double room = 80 - labels - 1 - 2;
    for (std::size_t i = 0; i < chart.bars.size(); ++i)
      for (std::size_t part = 0; part < 3; ++part)
        BOOST_TEST(std::abs(occurrences(rows[i], std::string(1, "#=."[part])) -
                            chart.bars[i].parts[part] / longest * room) <= 1.0);
  });
}

BOOST_AUTO_TEST_CASE(areas_in_svg_are_the_lengths) {
  test::for_seeds(20, [&](std::mt19937& rng) {
    const auto chart = random_bars(rng, 1 + rng() % draw::most_bars);
    double drawn = 0, meant = 0;
    std::vector<double> widths, parts;
    for (const auto& element : XmlReader(draw::svg(chart, "a < b & c")).read())
      if (element.name == "rect" && element.attributes.contains("class")) widths.push_back(element.number("width"));
    for (const auto& bar : chart.bars) parts.insert(parts.end(), bar.parts.begin(), bar.parts.end());
    BOOST_TEST_REQUIRE(widths.size() == parts.size());
    for (const double width : widths) drawn += width;
    for (const double part : parts) meant += part;
    for (std::size_t i = 0; i < parts.size(); ++i) BOOST_TEST(std::abs(widths[i] / drawn - parts[i] / meant) < 1e-5);
  });
}

BOOST_AUTO_TEST_CASE(above_64_bars_a_bar_is_a_host) {
  test::for_seeds(20, [&](std::mt19937& rng) {
    auto chart = random_bars(rng, 65 + rng() % 1000);
    const std::size_t hosts = 2 + rng() % (draw::most_bars - 1);
    std::map<std::string, std::vector<double>> sums;
    std::vector<std::string> order;
    double longest = 0;
    for (std::size_t i = 0; i < chart.bars.size(); ++i) {
      auto& bar = chart.bars[i];
      bar.host = "node" + std::to_string(i * hosts / chart.bars.size());
      if (!sums.contains(bar.host)) order.push_back(bar.host);
      sums[bar.host].push_back(total(bar));
      longest = std::max(longest, total(bar));
    }
    const std::string picture = draw::svg(chart, "many");
    std::vector<double> lengths;
    std::vector<std::pair<double, double>> spreads;
    double before = -1;
    for (const auto& element : XmlReader(picture).read()) {
      if (!element.attributes.contains("class")) continue;
      if (element.name == "line") spreads.emplace_back(element.number("x1"), element.number("x2"));
      if (element.name != "rect") continue;
      if (element.number("y") > before) lengths.push_back(0);
      before = element.number("y");
      lengths.back() += element.number("width");
    }
    BOOST_TEST_REQUIRE(lengths.size() == order.size());
    BOOST_TEST_REQUIRE(spreads.size() == order.size());
    const double left = 150, pixels = 560 / longest;
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto& all = sums[order[i]];
      const double mean = std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
      BOOST_TEST(std::abs(lengths[i] - mean * pixels) < 1e-3);
      BOOST_TEST(std::abs(spreads[i].first - left - *std::ranges::min_element(all) * pixels) < 1e-3);
      BOOST_TEST(std::abs(spreads[i].second - left - *std::ranges::max_element(all) * pixels) < 1e-3);
    }
    BOOST_TEST(picture.find("processors of a host; lines from the least to the greatest") != std::string::npos);
  });
}

BOOST_AUTO_TEST_CASE(bars_of_a_single_host_are_joined_by_model_or_neighbours) {
  std::mt19937 rng(1);
  auto chart = random_bars(rng, 100);
  for (std::size_t i = 0; i < 100; ++i) chart.bars[i].host = "node0", chart.bars[i].model = i % 2 ? "EPYC" : "Xeon";
  BOOST_TEST(draw::grouped(chart, 64).bars.size() == 2);
  BOOST_TEST(draw::grouped(chart, 64).caption.starts_with("each bar: the mean of the 50 processors of a model;"));
  for (auto& bar : chart.bars) bar.model = "EPYC", bar.label += " node0";
  BOOST_TEST(draw::grouped(chart, 64).bars.size() == 50);
  BOOST_TEST(draw::grouped(chart, 64).bars[1].label == "P2 to P3");
  BOOST_TEST(draw::grouped(chart, 60).caption.starts_with("each bar: the mean of the 2 processors of a group;"));
  BOOST_TEST(draw::grouped(chart, 45).caption.starts_with("each bar: the mean of the 1 to 3 processors of a group;"));
  chart.bars.resize(64);
  BOOST_TEST(draw::grouped(chart, 64).caption.empty());
}

BOOST_AUTO_TEST_CASE(axes_have_units_that_suit) {
  for (const auto& [longest, name, size] : {std::tuple{2.5e-3, "ms", 1e-3},
                                            {998e-6, "us", 1e-6},
                                            {1e-6, "us", 1e-6},
                                            {1.5, "s", 1.0},
                                            {7200.0, "s", 1.0},
                                            {3e-10, "ps", 1e-12},
                                            {0.0, "s", 1.0}}) {
    const auto unit = draw::axis_unit("s", longest);
    BOOST_TEST(unit.name == name, longest << " s: " << unit.name);
    BOOST_TEST(std::abs(unit.size / size - 1) < 1e-12);
  }
  BOOST_TEST(draw::axis_unit("s of computing", 0.02).name == "ms of computing");
  BOOST_TEST(draw::axis_unit("samples", 0.02).name == "samples");
  auto report = report_of(2);
  for (auto& rank : report.processors) rank.compute_s = 3e-4, rank.communicate_s = rank.wait_s = 0;
  const std::string picture = draw::svg(report);
  BOOST_TEST(picture.find(">us</text>") != std::string::npos);
  BOOST_TEST(picture.find(">300 us</text>") != std::string::npos);
  BOOST_TEST(picture.find(">250</text>") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(speeds_as_text) {
  document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.unit = "hidden unit x sample";
  for (const double speed : {8e8, 4e8, 1e8}) {
    document::MeasuredProcessor processor;
    processor.rank = static_cast<std::int64_t>(speeds.processors.size());
    processor.host = "node" + std::to_string(processor.rank / 2);
    processor.speed = speed;
    processor.relative_error = 0.012;
    speeds.processors.push_back(processor);
  }
  speeds.network = document::NetworkSpeeds{2.1e-5, 8e-9, 6e-5, 1.3e-6};
  BOOST_TEST(draw::text(speeds, {60, false}) ==
             R"(speeds of 3 processors, kernel bp, in hidden unit x sample
  per second

P0 node0 ███████████████████████████████████████ 800M ±1.2 %
P1 node0 ███████████████████▌                    400M ±1.2 %
P2 node1 ████▉                                   100M ±1.2 %

network: latency 21 us, 8 ns per byte (125 MB/s), barrier 60
  us, receiver's work 1.3 us per message
)");
  XmlReader(draw::svg(speeds)).read();
}

BOOST_AUTO_TEST_CASE(speeds_of_two_levels_as_text) {
  document::Speeds speeds;
  speeds.processors.resize(2);
  const auto network = [&] {
    const std::string text = draw::text(speeds, {300, true});
    return text.substr(text.rfind("network"));
  };
  speeds.network = document::NetworkSpeeds{2.1e-5, 8e-9, 6e-5, 1.3e-6};
  speeds.network->within_host = document::WithinHost{1e-6, 2e-10, 4e-7};
  speeds.network->host_gap_s_per_byte = 4e-9;
  BOOST_TEST(
      network() ==
      "network between hosts: latency 21 us, 8 ns per byte (125 MB/s), barrier 60 us, receiver's work 1.3 us per "
      "message; within a host: latency 1 us, 200 ps per byte (5 GB/s), receiver's work 400 ns per message; card of "
      "a host: 4 ns per byte (250 MB/s)\n");
  speeds.network->host_gap_s_per_byte.reset();
  speeds.network->within_host = document::WithinHost{{}, 2e-10, {}};
  BOOST_TEST(
      network() ==
      "network between hosts: latency 21 us, 8 ns per byte (125 MB/s), barrier 60 us, receiver's work 1.3 us per "
      "message; within a host: 200 ps per byte (5 GB/s)\n");
}

BOOST_AUTO_TEST_CASE(report_as_text) {
  BOOST_TEST(draw::text(report_of(3), {60, true}) ==
             R"(report of bp: 100 iterations on 3 ranks, 23 ms each
  (predicted 22 ms)

P0 node1 ###################################======...... 2 s
P1 node1 ########################=====.................. 2 s
P2 node1 ########################=====.................. 2 s
# compute   = communicate   . wait

rank  host   work  speed  compute  communicate    wait
   0  node1  1.5G     1G    1.5 s       250 ms  250 ms
   1  node1  1.5G   1.5G      1 s       250 ms  750 ms
   2  node1  1.5G   1.5G      1 s       250 ms  750 ms

imbalance of computing 28.6 %
)");
}

BOOST_AUTO_TEST_CASE(above_64_bars_five) {
  const auto large = draw::text(report_of(65), {60, true});
  BOOST_TEST(occurrences(large, ": P") == 5);
  BOOST_TEST(large.find("greatest: P0 node1") != std::string::npos);
  BOOST_TEST(large.find("rank  host") == std::string::npos);
  BOOST_TEST(draw::text(report_of(64), {60, true}).find("greatest") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(nothing_measured_is_still_a_picture) {
  auto report = report_of(2);
  for (auto& rank : report.processors) rank.work = rank.compute_s = rank.communicate_s = rank.wait_s = 0;
  for (const auto& line : lines(draw::text(report, {40, false}))) BOOST_TEST(draw::length(line) <= 40);
  XmlReader(draw::svg(report)).read();
}

BOOST_AUTO_TEST_CASE(marks_are_round_and_few) {
  const std::vector<double> to_six{0, 1, 2, 3, 4, 5, 6};
  BOOST_TEST(draw::marks(6) == to_six);
  for (const double end : {1e-12, 0.3, 1.0, 7.9, 8.1, 999.0, 1e15}) {
    const auto marks = draw::marks(end);
    BOOST_TEST(marks.size() >= 4);
    BOOST_TEST(marks.size() <= 9);
    BOOST_TEST(marks.back() <= end * (1 + 1e-9));
  }
  BOOST_TEST(draw::marks(0).size() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
