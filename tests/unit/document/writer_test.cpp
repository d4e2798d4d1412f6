// SPDX-License-Identifier: MIT
#include "document/writer.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <sstream>

BOOST_AUTO_TEST_SUITE(writer)

using namespace uneven::document;

namespace {

std::string written(bool compact, const std::function<void(Writer&)>& fields) {
  std::ostringstream out;
  Writer writer(out, "job", compact);
  fields(writer);
  writer.end();
  return out.str();
}

void some_fields(Writer& writer) {
  writer.field("last", 1.5);
  writer.field("first", {{"b", 1}, {"a", nullptr}});
  writer.field("numbers", {1, 2, 3});
  writer.list("points", 3,
              [](std::size_t i, std::string& line) { line = i < 2 ? R"({"x":)" + std::to_string(i) + '}' : ""; });
  writer.field("nested", OrderedJson::array({{{"x", 7}}, {{"x", 8}}}));
  writer.list("none", 1, [](std::size_t, std::string&) {});
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_number_that_is_not_finite_is_a_word) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto text = written(true, [&](Writer& writer) {
    writer.field("a", infinity);
    writer.field("b", {{"c", {1, -infinity, nullptr}}, {"d", {{{"e", std::nan("")}}}}});
  });
  BOOST_TEST(text == R"({"kind":"job","version":1,"a":"inf","b":{"c":[1,"-inf",null],"d":[{"e":"nan"}]}})"
                     "\n");
}

BOOST_AUTO_TEST_CASE(one_member_and_one_array_element_a_line) {
  BOOST_TEST(written(false, some_fields) ==
             R"({
  "kind": "job",
  "version": 1,
  "last": 1.5,
  "first": {"b":1,"a":null},
  "numbers": [1,2,3],
  "points": [
    {"x":0},
    {"x":1}
  ],
  "nested": [
    {"x":7},
    {"x":8}
  ],
  "none": []
}
)");
}

BOOST_AUTO_TEST_CASE(compact_is_one_line_of_the_same_json) {
  const std::string line = written(true, some_fields);
  BOOST_TEST(line == R"({"kind":"job","version":1,"last":1.5,"first":{"b":1,"a":null},"numbers":[1,2,3],)"
                     R"("points":[{"x":0},{"x":1}],"nested":[{"x":7},{"x":8}],"none":[]})"
                     "\n");
  BOOST_TEST(OrderedJson::parse(line) == OrderedJson::parse(written(false, some_fields)));
}

BOOST_AUTO_TEST_CASE(text_that_is_no_utf8_is_replaced_and_does_not_stop_the_writing) {
  const auto fields = [](Writer& writer) {
    writer.field("options", "--data caf\xe9.csv");
    writer.field("list", OrderedJson{"\xff"});
    writer.field("b\xff", 1);
  };
  const Json json = Json::parse(written(true, fields));
  BOOST_TEST(json["options"] == "--data caf\uFFFD.csv");
  BOOST_TEST(json["list"][0] == "\uFFFD");
  BOOST_TEST(json.contains("b\uFFFD"));
}

BOOST_AUTO_TEST_CASE(numbers_read_back_the_same) {
  for (const double value : {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 123456789012345680.0, -2.5e-8}) {
    const std::string text = written(true, [&](Writer& writer) { writer.field("value", value); });
    BOOST_TEST(Json::parse(text)["value"].get<double>() == value);
  }
}

BOOST_AUTO_TEST_CASE(a_table_inside_has_a_line_for_each_element) {
  const OrderedJson plan{
      {"kind", "partition"}, {"rectangles", {{{"x", 1}}, {{"x", 2}}}}, {"none", OrderedJson::array()}};
  const auto fields = [&](Writer& out) { out.field("plan", plan); };
  const std::string expected = R"({
  "kind": "job",
  "version": 1,
  "plan": {
    "kind": "partition",
    "rectangles": [
      {"x":1},
      {"x":2}
    ],
    "none": []
  }
}
)";
  BOOST_TEST(written(false, fields) == expected);
  std::ostringstream again;
  write_json(again, OrderedJson::parse(expected), false);
  BOOST_TEST(again.str() == expected);
}

BOOST_AUTO_TEST_SUITE_END()
