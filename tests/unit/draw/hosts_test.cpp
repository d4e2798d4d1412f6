// SPDX-License-Identifier: MIT
#include "draw/hosts.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "../cases.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"

BOOST_AUTO_TEST_SUITE(draw_hosts)

using namespace uneven;
using Names = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(what_all_names_end_in_goes) {
  BOOST_TEST(draw::short_hosts({"node1.cluster.example.org", "node2.cluster.example.org"}) ==
             (Names{"node1", "node2"}));
  BOOST_TEST(draw::short_hosts({"a.one.org", "a.two.org"}) == (Names{"a.one", "a.two"}));
  BOOST_TEST(draw::short_hosts({"a.x.org", "", "a.x.org"}) == (Names{"a", "", "a"}));
  // Domains of which only a part of a label is common.
  BOOST_TEST(draw::short_hosts({"a1.xorg", "a2.yorg"}) == (Names{"a1.xorg", "a2.yorg"}));
  BOOST_TEST(draw::short_hosts({"org", "a.org"}) == (Names{"org", "a.org"}));
  BOOST_TEST(draw::short_hosts({"10.0.0.1", "10.1.0.1"}) == (Names{"10.0.0.1", "10.1.0.1"}));
  BOOST_TEST(draw::short_hosts({}) == Names{});
}

BOOST_AUTO_TEST_CASE(short_names_differ_where_names_do) {
  test::for_seeds(200, [](std::mt19937& rng) {
    Names hosts(1 + rng() % 6);
    for (std::string& host : hosts) {
      host = "n" + std::to_string(rng() % 3);
      for (auto labels = rng() % 3; labels > 0; --labels) host += rng() % 2 ? ".a" : ".b";
    }
    const Names names = draw::short_hosts(hosts);
    BOOST_TEST_REQUIRE(names.size() == hosts.size());
    for (std::size_t i = 0; i < hosts.size(); ++i) {
      BOOST_TEST(!names[i].empty());
      BOOST_TEST(hosts[i].starts_with(names[i]));
      for (std::size_t j = 0; j < i; ++j) BOOST_TEST((names[i] == names[j]) == (hosts[i] == hosts[j]));
    }
  });
}

BOOST_AUTO_TEST_CASE(the_middle_of_a_long_name_goes) {
  BOOST_TEST(draw::without_middle("abcdefghij", 10) == "abcdefghij");
  BOOST_TEST(draw::without_middle("abcdefghij", 7) == "abc..ij");
  for (int width = 3; width < 12; ++width)
    BOOST_TEST(draw::length(draw::without_middle("äöüäöüäöüä", width)) == std::min(width, 10));
}

BOOST_AUTO_TEST_CASE(bars_of_a_group_have_its_mean) {
  test::for_seeds(50, [](std::mt19937& rng) {
    draw::Bars chart{{"a", "b"}, "s", {}};
    const std::size_t count = 1 + rng() % 300, hosts = 1 + rng() % 100;
    for (std::size_t i = 0; i < count; ++i) {
      draw::Bar bar{"P", {static_cast<double>(rng() % 9), static_cast<double>(rng() % 9)}, "", ""};
      bar.host = "h" + std::to_string(i * hosts / count);
      chart.bars.push_back(bar);
    }
    const draw::Bars fewer = draw::grouped(chart, 64);
    BOOST_TEST(fewer.bars.size() <= 64);
    if (count <= 64) BOOST_TEST(fewer.bars.size() == count);
    // Of groups of known sizes the sum is kept.
    if (count <= 64 || hosts > 64 || hosts < 2) return;
    double all = 0, of_groups = 0;
    for (const auto& bar : chart.bars) all += bar.parts[0] + bar.parts[1];
    for (const auto& bar : fewer.bars) {
      const double size = std::stod(bar.label.substr(bar.label.find('(') + 1));
      of_groups += size * (bar.parts[0] + bar.parts[1]);
      BOOST_TEST(bar.spread->first <= bar.parts[0] + bar.parts[1] + 1e-9);
      BOOST_TEST(bar.spread->second >= bar.parts[0] + bar.parts[1] - 1e-9);
    }
    BOOST_TEST(std::abs(all - of_groups) < 1e-6 * (1 + all));
  });
}

BOOST_AUTO_TEST_SUITE_END()
