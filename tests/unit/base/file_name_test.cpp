// SPDX-License-Identifier: MIT
#include "base/file_name.hpp"

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

BOOST_AUTO_TEST_SUITE(file_name)

using namespace uneven;

BOOST_AUTO_TEST_CASE(names_in_utf8_stay_as_they_are) {
  for (const std::string name : {"", "data.csv", "x.npy,y.npy", "Größe.csv", "身長.csv", "a\nb", "\U0010FFFF"})
    BOOST_TEST(text_of_name(name) == name);
}

BOOST_AUTO_TEST_CASE(a_path_in_a_folder) {
  for (const std::string folder : {"", "/", "a", "a/", "/a b", "/proc/self"})
    for (const std::string name : {"b", "b/c", "/b", "..", ""})
      BOOST_TEST(path_in(folder, name) == (std::filesystem::path(folder) / name).string(), folder << " and " << name);
}

BOOST_AUTO_TEST_CASE(other_bytes_become_private_characters) {
  BOOST_TEST(text_of_name("caf\xe9.csv") == "caf\uefe9.csv");
  BOOST_TEST(text_of_name("\x80\xbf\xc0\xff") == "\uef80\uefbf\uefc0\uefff");
}

BOOST_AUTO_TEST_CASE(any_name_comes_back_through_json_and_no_two_have_one_text) {
  std::set<std::string> names, texts;
  const std::string alphabet = "a,/\xe9\xc3\xa9\xee\xbe\xbf\x80\xed\xa0\xf4\xff";
  for (unsigned seed = 0; seed < 2000; ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::string name;
      for (unsigned i = 0, n = rng() % 6; i < n; ++i) name += alphabet[rng() % alphabet.size()];
      const std::string text = text_of_name(name);
      BOOST_TEST(name_of_text(nlohmann::json::parse(nlohmann::json(text).dump()).get<std::string>()) == name);
      names.insert(name);
      texts.insert(text);
    }
  BOOST_TEST(names.size() == texts.size());
}

BOOST_AUTO_TEST_SUITE_END()
