// SPDX-License-Identifier: MIT
#include "phrase/alternatives.hpp"

#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>

#include "words.hpp"

BOOST_AUTO_TEST_SUITE(phrase_alternatives)

using namespace phrase_words;
using namespace uneven::phrase;
using uneven::document::AnswerFormat;
using uneven::document::OrderedJson;

namespace {

Analysed phrase() {
  Analysed made{"xのy", {}, {}, {}};
  made.a.noun = made.a.before_noun = made.a.adjective = "x";
  made.b.noun = made.b.before_noun = made.b.adjective = "y";
  return made;
}

Example example(double distance, const std::string& pattern, bool exact = false) {
  return {distance, exact, 0, "n1のn2", pattern, "whole", {}};
}

std::string answer(int query, double distance, const std::string& pattern, const std::string& match = "similar") {
  return OrderedJson{{"query", query},
                     {"rank", 1},
                     {"distance", distance},
                     {"match", match},
                     {"row", 7},
                     {"n1", "京都"},
                     {"particle", "の"},
                     {"n2", "会議"},
                     {"pattern", pattern},
                     {"translation", "meeting in Kyoto"},
                     {"shares", {{"pos1", distance}}}}
      .dump();
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_nearest_comes_first_and_most_of_equally_near_ones) {
  const auto ways = alternatives(phrase(), {example(1, "B of A"), example(1, "B in A"), example(1, "B in A"),
                                            example(1, "other"), example(2, "A B"), example(2, "B of A")});
  BOOST_REQUIRE(ways.size() == 3u);
  BOOST_TEST(ways[0].translation == "y in x");
  BOOST_TEST(ways[0].examples == 2);
  BOOST_TEST(ways[1].translation == "y of x");
  BOOST_TEST(ways[1].examples == 1);
  BOOST_TEST(ways[2].translation == "x y");
  BOOST_TEST(alternatives(phrase(), {example(0, "other", true)})[0].translation == "whole");
  BOOST_TEST(alternatives(phrase(), {example(0, "other")}).empty());
}

BOOST_AUTO_TEST_CASE(each_translation_once_at_its_least_distance) {
  const std::vector<std::string> patterns{"A B", "B of A", "A's B", "B in A", "other", "W"};
  for (unsigned seed = 0; seed < 200; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::vector<Example> examples;
      double distance = 0;
      for (unsigned i = rng() % 12; i > 0; --i)
        examples.push_back(example(distance += rng() % 2, patterns[rng() % patterns.size()]));
      std::map<std::string, std::map<double, int>> counts;
      for (const Example& e : examples)
        if (e.pattern != "other" && e.pattern != "W") ++counts[e.pattern][e.distance];
      const auto ways = alternatives(phrase(), examples);
      BOOST_TEST(ways.size() == counts.size());
      std::set<std::string> seen;
      for (std::size_t i = 0; i < ways.size(); ++i) {
        const auto& [least, count] = *counts[ways[i].nearest.pattern].begin();
        BOOST_TEST(ways[i].nearest.distance == least);
        BOOST_TEST(ways[i].examples == count);
        BOOST_TEST(seen.insert(ways[i].translation).second);
        if (i == 0) continue;
        const bool in_order =
            std::pair(ways[i - 1].nearest.distance, -ways[i - 1].examples) <= std::pair(least, -std::int64_t{count});
        BOOST_TEST(in_order);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(answers_become_lines) {
  Analysed one = phrase();
  one.a.unknown = {"x"};
  const auto found = examples_of(
      {answer(0, 0.5, "B in A"), answer(0, 1, "B of A"), answer(1, 0, "other", "exact"), answer(2, 2, "W")});
  BOOST_REQUIRE(found.size() == 3u);
  const auto lines = output_lines({one, one, one}, found, 2, AnswerFormat::tsv);
  BOOST_REQUIRE(lines.size() == 5u);
  BOOST_TEST(lines[0] ==
             "query\tphrase\trank\ttranslation\tdistance\tmatch\tpattern\texamples\trow\texample\t"
             "example_translation\tunknown\tpos1");
  BOOST_TEST(lines[1] == "0\txのy\t1\ty in x\t0.5\tsimilar\tB in A\t1\t7\t京都の会議\tmeeting in Kyoto\tx\t0.5");
  BOOST_TEST(lines[3] == "1\txのy\t1\tmeeting in Kyoto\t0\texact\tother\t1\t7\t京都の会議\tmeeting in Kyoto\tx\t0");
  // No pattern that can be filled.
  BOOST_TEST(lines[4] == "2\txのy\t1\t*\t2\tsimilar\t*\t1\t7\t京都の会議\tmeeting in Kyoto\tx\t2");
  BOOST_TEST(output_lines({one, one, one}, found, 1, AnswerFormat::tsv).size() == 4u);
  // The same in JSON; a run that ended early has fewer phrases.
  const auto json = output_lines({one, one, one}, examples_of({answer(0, 0.5, "B in A")}), 2, AnswerFormat::jsonl);
  BOOST_REQUIRE(json.size() == 1u);
  const auto line = OrderedJson::parse(json[0]);
  BOOST_TEST(line.at("translation") == "y in x");
  BOOST_TEST(line.at("unknown") == OrderedJson::array({"x"}));
  BOOST_TEST(line.at("shares").at("pos1") == 0.5);
  BOOST_TEST(output_lines({}, {}, 2, AnswerFormat::tsv).size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
