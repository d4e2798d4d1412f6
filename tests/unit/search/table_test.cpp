// SPDX-License-Identifier: MIT
#include "search/table.hpp"

#include <boost/test/unit_test.hpp>
#include <functional>
#include <random>

#include "base/error.hpp"
#include "search/model.hpp"

BOOST_AUTO_TEST_SUITE(search_table)

using namespace uneven::search;

namespace {

Table read(const std::string& text) { return read_table(text, "t.tsv"); }

std::string message_of(const std::function<void()>& f) {
  try {
    f();
  } catch (const uneven::InputError& e) {
    return e.what();
  }
  return "no error";
}

std::string model_message(const std::string& text, Roles roles = {{"a"}, {"c"}, {"t"}, {}, {}}) {
  return message_of([&] { make_model(read(text), roles, Weighting::okada); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(spellings_with_one_normal_form_are_one_value) {
  // Full-width ABC and digits, half-width katakana with a separate voicing mark, e + combining acute.
  const Table t = read("a\tb\nＡＢＣ１\tｶﾞ\nABC1\tガ\nABC1\te\xCC\x81\nABC1\té\n");
  BOOST_TEST(t.rows == 4);
  BOOST_TEST(t.column("a").dictionary.size() == 1u);
  BOOST_TEST(t.column("b").dictionary.size() == 2u);
  BOOST_TEST(t.column("a").at(0) == "ABC1");
  BOOST_TEST(t.column("b").at(2) == "é");
}

BOOST_AUTO_TEST_CASE(line_ends_byte_order_mark_and_empty_fields) {
  const Table t = read(
      "\xEF\xBB\xBF"
      "a\tb\r\nx\t\r\n\ty");
  BOOST_TEST(t.rows == 2);
  BOOST_TEST(t.column("a").at(0) == "x");
  BOOST_TEST(t.column("b").at(0) == "");
  BOOST_TEST(t.column("b").at(1) == "y");
}

BOOST_AUTO_TEST_CASE(blank_lines_and_comments_are_no_rows_and_lines_keep_their_numbers) {
  const Table t = read("# a table\n\na\tb\r\rx\ty\n# x\n#\ty\n\t\nz\tw\n\n");
  BOOST_TEST(t.rows == 4);
  BOOST_TEST(t.column("a").at(1) == "#");
  const std::int64_t lines[] = {5, 7, 8, 9};
  for (int row = 0; row < 4; ++row) BOOST_TEST(t.line_of(row) == lines[row]);
  BOOST_TEST(message_of([&] { t.column("q"); }) == "t.tsv:3: no column 'q'; there are: a, b");
  BOOST_TEST(read("a\n#x\n\ny\n").rows == 2);  // of one column
}

BOOST_AUTO_TEST_CASE(bad_tables_are_named_with_their_line) {
  BOOST_TEST(message_of([] { read(""); }) == "t.tsv: empty; expected a header line and tab-separated rows");
  BOOST_TEST(message_of([] { read("a\ta\n"); }) == "t.tsv:1: column 'a' stands there twice");
  BOOST_TEST(message_of([] { read("a\tb\nx\ty\nx\n"); }) == "t.tsv:3: 1 fields; the header has 2");
  BOOST_TEST(message_of([] { read("a\tb\nx\ty\nx\tab\xFFz\n"); }) == "t.tsv:3: b: invalid UTF-8 at byte 3");
  BOOST_TEST(message_of([] { read("a\nx").column("q"); }) == "t.tsv:1: no column 'q'; there are: a");
}

BOOST_AUTO_TEST_CASE(tables_that_cannot_be_searched) {
  BOOST_TEST(model_message("a\tc\tt\n") == "t.tsv: no examples after the header line");
  BOOST_TEST(model_message("a\tt\nx\tp\n") == "t.tsv:1: no column 'c'; there are: a, t");
  BOOST_TEST(model_message("a\tc\tt\nx\t123\tp\nx\t12\tp\n") ==
             "t.tsv:3: c: '12' has 2 levels; expected 3 characters, or --- if unknown");
  BOOST_TEST(model_message("a\tc\tt\nx\t123\tp\n\nx\t12\tp\n").starts_with("t.tsv:4: c: '12'"));
  BOOST_TEST(model_message("a\tc\tt\nx\t日本語\tp\n") == "no error");
  BOOST_TEST(model_message("a\tt\nx\tp\n", {{}, {}, {"t"}, {}, {}}) == "t.tsv: no columns to compare");
  std::string many = "a\tt\n";
  for (int i = 0; i < 65536; ++i) many += std::to_string(i) + "\tp\n";
  BOOST_TEST(model_message(many, {{"a"}, {}, {"t"}, {}, {}}) ==
             "t.tsv: a: 65536 different values; at most 65535 can be compared");
}

BOOST_AUTO_TEST_CASE(random_bytes_give_a_table_or_an_input_error) {
  for (unsigned seed = 0; seed < 300; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::string alphabet = "a\t\t\n\r\xE3\x81\x82\xFF-*1";
      std::string text;
      for (unsigned i = 0, n = rng() % 60; i < n; ++i) text += alphabet[rng() % alphabet.size()];
      const std::string message = message_of([&] { read(text); });
      BOOST_TEST((message == "no error" || message.starts_with("t.tsv:")));
    }
}

BOOST_AUTO_TEST_SUITE_END()
