// SPDX-License-Identifier: MIT
#include "data/training/nettalk.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

#include "base/error.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(nettalk)

using namespace uneven;
using namespace uneven::data;

namespace {

const std::string small =
    "A few words\n\n\t\tof a header\nwithout rows\n"
    "bad\tb@d\t>1<\t0\n"
    "it's\tIt-s\t1<<<\t0 \n"
    "\n"
    "Oh\to-\t1<\t1\n";

/// The window as text: '_' is a word boundary.
std::string window_text(const std::int32_t* active) {
  std::string text;
  for (int place = 0; place < 7; ++place) text += "abcdefghijklmnopqrstuvwxyz_.'"[active[place] - 29 * place];
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(words_are_read_in_order_behind_the_header) {
  const TemporaryDirectory directory;
  const auto corpus = read_nettalk(directory.write("w.data", small));
  BOOST_REQUIRE(corpus.words.size() == 3u);
  BOOST_TEST(corpus.words[2].letters == "oh");
  BOOST_TEST(corpus.start == (std::vector<std::int64_t>{0, 3, 7, 9}), boost::test_tools::per_element());
  BOOST_TEST(corpus.skipped.empty());
}

BOOST_AUTO_TEST_CASE(each_letter_sees_three_letters_to_either_side) {
  const TemporaryDirectory directory;
  const auto patterns = make_patterns<float>(read_nettalk(directory.write("w.data", small)), {0, 9});
  const char* const expected[] = {"___bad_", "__bad__", "_bad___", "___it's", "__it's_",
                                  "_it's__", "it's___", "___oh__", "__oh___"};
  BOOST_REQUIRE(patterns.active.size() == 63u);
  for (std::size_t i = 0; i < 9; ++i) BOOST_TEST(window_text(&patterns.active[7 * i]) == expected[i]);
}

BOOST_AUTO_TEST_CASE(targets_are_features_then_stress) {
  const TemporaryDirectory directory;
  const auto corpus = read_nettalk(directory.write("w.data", "bad\tb@d\t>1<\t0\nabed\txbEd\t0>2<\t0\n"));
  const auto patterns = make_patterns<double>(corpus, {0, 7});
  const std::string symbols = "b@dxbEd", stress = ">1<0>2<";
  const std::map<char, int> unit{{'>', 0}, {'<', 1}, {'0', 2}, {'2', 3}, {'1', 4}};
  for (std::size_t i = 0; i < 7; ++i) {
    const double* target = &patterns.targets[26 * i];
    for (int f = 0; f < 21; ++f) BOOST_TEST(target[f] == (find_phoneme(symbols[i])->features >> f & 1));
    for (int s = 0; s < 5; ++s) BOOST_TEST(target[21 + s] == (unit.at(stress[i]) == s));
  }
}

BOOST_AUTO_TEST_CASE(a_range_is_a_slice_of_all_patterns) {
  const TemporaryDirectory directory;
  const auto corpus = read_nettalk(directory.write("w.data", small));
  const auto all = make_patterns<float>(corpus, {0, 9});
  for (std::int64_t first = 0; first <= 9; ++first)
    for (std::int64_t count = 0; first + count <= 9; ++count) {
      const auto some = make_patterns<float>(corpus, {first, count});
      BOOST_TEST(some.active == std::vector(&all.active[0] + 7 * first, &all.active[0] + 7 * (first + count)));
      BOOST_TEST(some.targets == std::vector(&all.targets[0] + 26 * first, &all.targets[0] + 26 * (first + count)));
    }
}

BOOST_AUTO_TEST_CASE(defective_rows_are_skipped_and_listed) {
  const TemporaryDirectory directory;
  const std::pair<std::string, std::string> rows[] = {
      {"bad\tb@d\t>1<", "3 fields; expected 4"},
      {"bad\tb@d\t0\t", "3 letters, 3 phonemes, 1 stress symbols"},
      {"bad\tb@\t>1<\t0", "3 letters, 2 phonemes, 3 stress"},
      {"b-d\tb@d\t>1<\t0", "letter '-'"},
      {"bad\tb@?\t>1<\t0", "phoneme '?'"},
      {"bad\tb@d\t>3<\t0", "stress '3'"},
      {"just words", "1 fields"},
  };
  std::string text = "bad\tb@d\t>1<\t0\n";
  for (const auto& row : rows) text += row.first + "\n";
  const auto corpus = read_nettalk(directory.write("w.data", text + "bed\tbEd\t>1<\t0\r\n"));
  BOOST_TEST(corpus.words.size() == 2u);
  BOOST_REQUIRE(corpus.skipped.size() == std::size(rows));
  for (std::size_t i = 0; i < std::size(rows); ++i) {
    BOOST_TEST(corpus.skipped[i].line == static_cast<std::int64_t>(i + 2));
    BOOST_TEST(contains(corpus.skipped[i].why, rows[i].second), corpus.skipped[i].why);
  }
}

BOOST_AUTO_TEST_CASE(the_format_is_told_by_its_rows) {
  const TemporaryDirectory directory;
  BOOST_TEST(is_nettalk(directory.write("w", small)));
  BOOST_TEST(!is_nettalk(directory.write("w", "")));
  BOOST_TEST(!is_nettalk(directory.write("w", "1,2,3\n")));
  BOOST_TEST(!is_nettalk(directory.write("w", "1\t2\t3\t4\n")));
  BOOST_TEST(contains(text_of<InputError>([&] { read_nettalk(directory.write("w", "1,2,3\n")); }), "no row"));
  const std::string unsound = directory.write("w", "words\ncat\tk@t\t>1<\ndog\td^g\t>1<\n");
  BOOST_TEST(is_nettalk(unsound));
  BOOST_TEST(contains(text_of<InputError>([&] { read_nettalk(unsound); }), "w:2: 3 fields; expected 4; no row"));
  BOOST_CHECK_THROW(is_nettalk(directory.path("none")), OpenError);
}

BOOST_AUTO_TEST_SUITE_END()
