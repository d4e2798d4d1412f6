// SPDX-License-Identifier: MIT
#include "document/describe/tree.hpp"

#include <boost/test/unit_test.hpp>
#include <random>

#include "document/document.hpp"

BOOST_AUTO_TEST_SUITE(tree)

using namespace uneven::document;

namespace {

Json random_json(std::mt19937& random, int depth) {
  switch (random() % (depth > 0 ? 9 : 7)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return -static_cast<std::int64_t>(random());
    case 3:
      return (std::uint64_t{random()} << 32) + random();
    case 4:
      return static_cast<double>(random()) / 7 + 0.3;  // never whole
    case 5:
      return std::string(random() % 5, static_cast<char>('a' + random() % 26)) + "\"\n\u00e9";
    case 6:
      return Json::array();
    case 7: {
      Json list = Json::array();
      for (unsigned i = 0, count = random() % 6; i < count; ++i) list.push_back(random_json(random, depth - 1));
      return list;
    }
    default: {
      Json object = Json::object();
      for (unsigned i = 0, count = random() % 60; i < count; ++i)
        object[std::to_string(random() % 100)] = random_json(random, depth - 1);
      return object;
    }
  }
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_tree_holds_what_the_json_holds) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    const Json json = random_json(random, 3);
    BOOST_TEST(Tree(json).json() == json, "seed " << seed);
    BOOST_TEST(Tree(json).dump() == json.dump(), "seed " << seed);
    BOOST_TEST(parse_json(json.dump(), "").json.dump() == json.dump(), "seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(members_are_found_and_others_are_null) {
  const Tree tree = parse_json(R"({"b": 1, "a": [2.5], "c": {"d": "x"}, "b": 3})", "").json;
  BOOST_TEST(tree["b"].integer() == 3);  // the last counts
  BOOST_TEST(tree["a"].items()[0].number() == 2.5);
  BOOST_TEST(tree["c"]["d"].text() == "x");
  BOOST_TEST(tree["bb"].is_null());
  BOOST_TEST(tree["a"]["b"].is_null());
  BOOST_TEST(!tree.find("aa"));
  BOOST_TEST(tree.members().size() == 3u);
}

BOOST_AUTO_TEST_CASE(a_part_outlives_the_whole) {
  Tree part;
  {
    const Tree whole(Json{{"a", {{"b", "text"}}}});
    part = whole.member("a");
  }
  BOOST_TEST(part["b"].text() == "text");
}

BOOST_AUTO_TEST_CASE(of_many_equal_keys_each_is_told) {
  std::string text = "{";
  for (int i = 0; i < 100; ++i) text += "\"k" + std::to_string(i % 50) + "\": " + std::to_string(i) + ",";
  const JsonText read = parse_json(text + "\"z\": 0}", "");
  BOOST_TEST(read.faults.size() == 50u);
  BOOST_TEST(read.json["k7"].integer() == 57);
}

BOOST_AUTO_TEST_CASE(a_quote_of_a_large_value_is_short) {
  const Tree list(Json(std::vector<int>(1'000'000, 7)));
  BOOST_TEST(list.dump(100).size() < 110u);
}

BOOST_AUTO_TEST_SUITE_END()
