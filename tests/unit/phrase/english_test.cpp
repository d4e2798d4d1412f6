// SPDX-License-Identifier: MIT
#include "phrase/english.hpp"

#include <boost/test/unit_test.hpp>
#include <random>
#include <vector>

BOOST_AUTO_TEST_SUITE(phrase_english)

using namespace uneven::phrase;

namespace {

/// A number below 10^8 as Japanese writes it; 1 is not written before 十, 百 and 千.
std::string written(std::int64_t number) {
  static const std::vector<std::string> figures{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
  const auto below_myriad = [](std::int64_t n) {
    std::string text;
    for (const auto& [unit, name] : {std::pair{1000, "千"}, {100, "百"}, {10, "十"}}) {
      const auto times = static_cast<std::size_t>(n / unit);
      if (times > 0) text += (times > 1 ? figures[times] : "") + name;
      n %= unit;
    }
    return text + figures[static_cast<std::size_t>(n)];
  };
  const std::int64_t myriads = number / 10000;
  return (myriads > 0 ? below_myriad(myriads) + "万" : "") + below_myriad(number % 10000);
}

}  // namespace

BOOST_AUTO_TEST_CASE(numbers_read_as_they_are_written) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const std::int64_t number = 1 + rng() % (seed % 2 ? 99999999U : 9999U);
      BOOST_TEST_CONTEXT(written(number)) {
        BOOST_TEST(number_of(written(number)).value_or(-1) == number);
        BOOST_TEST(number_of(std::to_string(number)).value_or(-1) == number);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(some_numbers_and_what_is_none) {
  BOOST_TEST(number_of("〇").value_or(-1) == 0);
  BOOST_TEST(number_of("二〇").value_or(-1) == 20);
  BOOST_TEST(number_of("1,000").value_or(-1) == 1000);
  BOOST_TEST(number_of("3万").value_or(-1) == 30000);
  BOOST_TEST(number_of("一億").value_or(-1) == 100000000);
  for (const char* none : {"", "数", "三つ", "x", "99999999999999999999"}) BOOST_TEST(!number_of(none), none);
  BOOST_TEST(number_text(10) == "ten");
  BOOST_TEST(number_text(11) == "11");
}

BOOST_AUTO_TEST_CASE(plurals) {
  const std::vector<std::pair<std::string, std::string>> facts{{"book", "books"},
                                                               {"box", "boxes"},
                                                               {"church", "churches"},
                                                               {"city", "cities"},
                                                               {"day", "days"},
                                                               {"bus", "buses"},
                                                               {"class", "classes"},
                                                               {"child", "children"},
                                                               {"woman", "women"},
                                                               {"policeman", "policemen"},
                                                               {"human", "humans"},
                                                               {"German", "Germans"},
                                                               {"clothes", "clothes"},
                                                               {"people", "people"},
                                                               {"shoe shop", "shoe shops"},
                                                               {"cup of tea", "cups of tea"},
                                                               {"big man of war", "big men of war"}};
  for (const auto& [one, several] : facts) BOOST_TEST(plural(one) == several);
}

BOOST_AUTO_TEST_CASE(possessives_and_pronouns) {
  BOOST_TEST(possessive("Kyoto") == "Kyoto's");
  BOOST_TEST(possessive("parents") == "parents'");
  BOOST_TEST(possessive("boss") == "boss's");
  BOOST_TEST(possessive("I") == "my");
  BOOST_TEST(possessive("they") == "their");
  BOOST_TEST(object_form("he") == "him");
  BOOST_TEST(object_form("hen") == "hen");
}

BOOST_AUTO_TEST_SUITE_END()
