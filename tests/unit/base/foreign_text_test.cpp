// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>

#include "base/text.hpp"

namespace uneven {

BOOST_AUTO_TEST_SUITE(foreign_text)

BOOST_AUTO_TEST_CASE(plain_text_of_any_script_stays_as_it_is) {
  for (const char* text : {"", "plan.json", "caf\u00e9", "\u8a08\u753b", "\U0001F600"})
    BOOST_TEST(cleaned(text) == text);
}

BOOST_AUTO_TEST_CASE(what_a_terminal_would_obey_is_escaped) {
  BOOST_TEST(cleaned("a\033[31mb\nc\td\re\x7f") == "a\\x1b[31mb\\nc\\td\\re\\x7f");
  BOOST_TEST(cleaned(std::string_view("a\0b", 3)) == "a\\x00b");
  BOOST_TEST(cleaned("\u009b31m\u2028\u202e") == "\\u009b31m\\u2028\\u202e");
}

BOOST_AUTO_TEST_CASE(bytes_that_are_no_text_are_escaped) {
  BOOST_TEST(cleaned("caf\xe9.csv") == "caf\\xe9.csv");
  BOOST_TEST(cleaned("\xff\xc3") == "\\xff\\xc3");
}

BOOST_AUTO_TEST_CASE(quotes_end_at_a_whole_character) {
  BOOST_TEST(shown("\u8a08\u753b\u8a08", 2) == "\u8a08\u753b...");
  BOOST_TEST(shown("\u8a08\u753b", 2) == "\u8a08\u753b");
  BOOST_TEST(shown(std::string(1'000'000, 'x')) == std::string(longest_quote, 'x') + "...");
}

BOOST_AUTO_TEST_CASE(data_that_are_hidden_are_not_shown) {
  BOOST_TEST(shown_data("root:x", 4) == "root...");
  hide_data();
  const std::string hidden = shown_data("root:x");
  hide_data(false);
  BOOST_TEST(hidden == "...");
}

BOOST_AUTO_TEST_CASE(no_bytes_give_a_control_character) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    std::mt19937 random(seed);
    std::string bytes(random() % 50, '\0');
    for (char& c : bytes) c = static_cast<char>(random());
    const std::string safe = cleaned(bytes);
    BOOST_TEST_CONTEXT("seed " << seed) {
      BOOST_TEST(safe == cleaned(safe));
      for (const unsigned char c : safe) BOOST_TEST((c >= 0x20 && c != 0x7f));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace uneven
