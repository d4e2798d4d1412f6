// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <regex>

#include "../cases.hpp"
#include "shares/parts.hpp"

BOOST_AUTO_TEST_SUITE(shares_words)

using namespace uneven::shares;
using Texts = std::vector<std::string>;

namespace {

const Values third_of_four{2, 4, "node1", {100, 25}, 0.25, {}, {}};

/// What a regular expression finds, one name after the other.
std::string replaced_by_regex(const std::string& text, const std::map<std::string, std::string>& values) {
  static const std::regex name(R"(\{([a-z_]+)\})");
  std::string result;
  auto rest = text.cbegin();
  for (std::sregex_iterator match(text.begin(), text.end(), name), end; match != end; ++match) {
    const auto value = values.find(match->str(1));
    result += match->prefix().str() + (value == values.end() ? match->str() : value->second);
    rest = (*match)[0].second;
  }
  return result + std::string(rest, text.cend());
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_part_in_words) {
  BOOST_TEST(
      replaced(Texts{"render", "{first}-{last}", "{rank}/{ranks}", "part-{rank}.exr", "{count}", "{share}@{host}"},
               words_of(third_of_four)) == (Texts{"render", "100-124", "2/4", "part-2.exr", "25", "0.25@node1"}),
      boost::test_tools::per_element());
  BOOST_TEST(environment_of(words_of(third_of_four)) ==
                 (Texts{"UNEVEN_RANK=2", "UNEVEN_RANKS=4", "UNEVEN_FIRST=100", "UNEVEN_COUNT=25", "UNEVEN_LAST=124",
                        "UNEVEN_SHARE=0.25", "UNEVEN_HOST=node1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_block_has_rows_and_columns) {
  Values block = third_of_four;
  block.rows = {10, 5};
  block.columns = {0, 7};
  BOOST_TEST(replaced("{rows}:{columns}", words_of(block)) == "10 5:0 7");
  BOOST_TEST(replaced("{first_row}+{row_count} {first_column}+{column_count}", words_of(block)) == "10+5 0+7");
  BOOST_TEST(environment_of(words_of(block)).back() == "UNEVEN_COLUMNS=0 7");
  BOOST_TEST(replaced("{rows}", words_of(third_of_four)) == "{rows}");
}

BOOST_AUTO_TEST_CASE(an_empty_part_ends_before_it_begins) {
  BOOST_TEST(replaced("{first} {count} {last}", words_of({1, 2, {}, {7, 0}, 0, {}, {}})) == "7 0 6");
  BOOST_TEST(replaced("{first} {count} {last}", words_of({1, 2, {}, {}, 0, {}, {}})) == "0 0 -1");
}

BOOST_AUTO_TEST_CASE(callers_add_words_of_their_own) {
  auto words = words_of(third_of_four);
  words.push_back({"seed", "7"});
  BOOST_TEST(replaced("{seed}-{rank}", words) == "7-2");
  BOOST_TEST(environment_of(words).back() == "UNEVEN_SEED=7");
}

BOOST_AUTO_TEST_CASE(small_shares_have_no_exponent) {
  Values small = third_of_four;
  small.share = 1.25e-7;
  BOOST_TEST(replaced("{share}", words_of(small)) == "0.000000125");
  small.share = 1.0 / 3;
  BOOST_TEST(std::stod(replaced("{share}", words_of(small))) == 1.0 / 3);
}

BOOST_AUTO_TEST_CASE(what_is_no_name_stays) {
  for (const char* text :
       {"", "{", "}", "{}", "{rank", "rank}", "{Rank}", "{ rank}", "{nothing}", "${HOME}", "{rank {", "a{b}c"})
    BOOST_TEST(replaced(text, words_of(third_of_four)) == text);
  BOOST_TEST(replaced("{{rank}}", words_of(third_of_four)) == "{2}");
  Values odd = third_of_four;
  odd.host = "{rank}";
  BOOST_TEST(replaced("{host}", words_of(odd)) == "{rank}");
}

BOOST_AUTO_TEST_CASE(random_texts_are_replaced_as_a_regular_expression_does) {
  const std::map<std::string, std::string> values{{"rank", "2"},   {"ranks", "4"},    {"first", "100"}, {"count", "25"},
                                                  {"last", "124"}, {"share", "0.25"}, {"host", "node1"}};
  const Texts pieces{"{",     "}",     "rank",    "ranks", "first",  "last",   "host",
                     "share", "count", "columns", "x",     "{rank}", "{last}", " "};
  uneven::test::for_seeds(500, [&](std::mt19937& rng) {
    std::string text;
    for (unsigned i = rng() % 12; i > 0; --i) text += pieces[rng() % pieces.size()];
    BOOST_TEST(replaced(text, words_of(third_of_four)) == replaced_by_regex(text, values));
  });
}

BOOST_AUTO_TEST_SUITE_END()
