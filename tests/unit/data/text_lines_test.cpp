// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>
#include <vector>

#include "base/error.hpp"
#include "data/text/lines.hpp"
#include "temporary.hpp"

BOOST_AUTO_TEST_SUITE(text_lines)

using namespace uneven;
using namespace uneven::data;

namespace {

using Lines = std::vector<std::string>;

/// The lines that say something, each with its number.
Lines all_of(TextLines& lines) {
  Lines found;
  while (lines.next()) found.push_back(std::to_string(lines.number()) + " " + std::string(lines.text()));
  return found;
}

Lines lines_of(const std::string& text, TextHabits habits = {}) {
  TextLines lines(text, "t", habits);
  return all_of(lines);
}

std::string refusal(const std::string& text) {
  return text_of<InputError>([&] { lines_of(text); });
}

const std::string mark = "\xEF\xBB\xBF";

}  // namespace

BOOST_AUTO_TEST_CASE(lines_end_in_any_of_three_ways) {
  for (const std::string end : {"\n", "\r\n", "\r"}) BOOST_TEST_CONTEXT(end.size()) {
      BOOST_TEST(lines_of("a" + end + " b\t" + end + "c" + end) == (Lines{"1 a", "2  b\t", "3 c"}));
      BOOST_TEST(lines_of(mark + "a" + end + end + "  " + end + "b") == (Lines{"1 a", "4 b"}));
    }
  BOOST_TEST(lines_of("a\rb\nc\r\nd") == (Lines{"1 a", "2 b", "3 c", "4 d"}));
  for (const std::string nothing : {"", "\n", "\r", " \t\r\n\n", "# a", "\xEF\xBB\xBF"})
    BOOST_TEST((lines_of(nothing) == Lines{}));
}

BOOST_AUTO_TEST_CASE(comments_begin_with_a_mark) {
  BOOST_TEST(lines_of("# a\nb # c\n  #d\n%e\n") == (Lines{"2 b # c", "4 %e"}));
  BOOST_TEST((lines_of("# a\nb\n %e\n", {.comment_marks = "#%"}) == Lines{"2 b"}));
}

BOOST_AUTO_TEST_CASE(fields_between_tabs_may_be_empty_or_begin_with_a_mark) {
  BOOST_TEST(lines_of("# a\n#\tb\n\t\n\n", {.tabs_separate = true}) == (Lines{"2 #\tb", "3 \t"}));
}

BOOST_AUTO_TEST_CASE(what_no_text_holds_is_refused) {
  BOOST_TEST(refusal(std::string("a\nb\0c", 5)) == "t:2: holds the byte 0x00, which is binary; expected text");
  BOOST_TEST(refusal("\x1f\x8b\x08") == "t:1: holds the byte 0x1f, which is binary; expected text");
  BOOST_TEST(refusal(std::string("\xFF\xFE"
                                 "a\0",
                                 4)) == "t: begins with the mark of UTF-16 (little endian); expected UTF-8");
  BOOST_TEST(contains(refusal("\xFE\xFF"), "UTF-16 (big endian)"));
  BOOST_TEST(contains(refusal(std::string("\xFF\xFE\0\0a\0\0\0", 8)), "UTF-32 (little endian)"));
  BOOST_TEST(contains(refusal(std::string("\0\0\xFE\xFF", 4)), "UTF-32 (big endian)"));
  BOOST_TEST(lines_of("Gr\xF6\xDF"
                      "e\n") == Lines{"1 Gr\xF6\xDF"
                                      "e"});
}

BOOST_AUTO_TEST_CASE(the_end_of_a_line_is_found_wherever_it_stands) {
  std::mt19937 rng(1);
  for (std::size_t before = 0; before < 40; ++before)
    for (int byte = 0; byte < 256; ++byte) BOOST_TEST_CONTEXT(before << " letters before byte " << byte) {
        const auto letters = [&](std::size_t count) {
          std::string text;
          while (text.size() < count) text += rng() % 4 ? static_cast<char>(32 + rng() % 224) : '\t';
          return text;
        };
        const std::string left = "a" + letters(before), right = letters(rng() % 12) + "b";
        const std::string text = left + static_cast<char>(byte) + right;
        const bool ends = byte == '\n' || byte == '\r';
        if (byte >= 32 || byte == '\t' || ends) {
          const Lines expected = ends ? Lines{"1 " + left, "2 " + right} : Lines{"1 " + text};
          BOOST_TEST((lines_of(text, {.comment_marks = ""}) == expected));
        } else {
          const std::string digits = "0123456789abcdef";
          BOOST_TEST(refusal(text) == std::string("t:1: holds the byte 0x") + digits[std::size_t(byte / 16)] +
                                          digits[std::size_t(byte % 16)] + ", which is binary; expected text");
        }
      }
}

BOOST_AUTO_TEST_CASE(parts_of_a_file_have_each_line_once_and_know_its_number) {
  const TemporaryDirectory directory;
  for (unsigned seed = 0; seed < 200; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::string alphabet = "aab \n\n\r\r#";
      std::string text = rng() % 4 == 0 ? mark : "";
      for (unsigned i = 0, n = rng() % 40; i < n; ++i) text += alphabet[rng() % alphabet.size()];
      const std::string path = directory.write("t", text);
      TextLines whole(path);
      const Lines expected = all_of(whole);
      BOOST_TEST(lines_of(text) == expected);
      Lines found;
      const auto bytes = std::ssize(text), cut = static_cast<std::ptrdiff_t>(rng() % (text.size() + 1)),
                 next = cut + static_cast<std::ptrdiff_t>(rng() % (text.size() - static_cast<std::size_t>(cut) + 1));
      for (const auto& [first, last] : {std::pair{std::ptrdiff_t{0}, cut}, {cut, next}, {next, bytes}}) {
        if (first == last) continue;
        TextLines part(path, {}, first, last);
        for (const std::string& line : all_of(part)) found.push_back(line);
      }
      BOOST_TEST(found == expected);
    }
}

BOOST_AUTO_TEST_CASE(lines_longer_than_what_is_read_at_once_are_whole) {
  const TemporaryDirectory directory;
  const std::string line((1 << 20) + 3, 'x');
  TextLines lines(directory.write("t", "a\r\n" + line + "\r\n" + line));
  Lines found;
  while (lines.next()) found.emplace_back(lines.text());
  BOOST_TEST((found == Lines{"a", line, line}));
}

BOOST_AUTO_TEST_SUITE_END()
