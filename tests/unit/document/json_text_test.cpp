// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "document/document.hpp"

BOOST_AUTO_TEST_SUITE(json_text)

using namespace uneven;
using namespace uneven::document;

namespace {

using Lines = std::vector<std::string>;

Lines faults_in(const std::string& text) { return parse_json(text, "x").faults.lines(); }

std::string refusal(const std::string& text) {
  try {
    parse_json(text, "x.json");
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_is_read_is_what_nlohmann_reads) {
  const char* text =
      R"({"a": [1, -2, 2.5, 1e300, true, null, "x\u00e9\n", {}, []], "b": {"c": {"d": 18446744073709551615}}})";
  BOOST_TEST(parse_json(text, "").json.json() == Json::parse(text));
  BOOST_TEST(parse_json(text, "").faults.empty());
  for (const char* scalar : {"1", "\"x\"", "null", "[]"})
    BOOST_TEST(parse_json(scalar, "").json.json() == Json::parse(scalar));
}

BOOST_AUTO_TEST_CASE(a_key_that_occurs_twice_is_a_fault_at_any_depth) {
  BOOST_TEST(faults_in(R"({"a": 1, "b": 2, "a": 3})") == Lines{"/a: occurs twice"});
  BOOST_TEST(faults_in(R"({"p": [{"q": 1}, {"q": 1, "r": [], "q": 1}]})") == Lines{"/p/1/q: occurs twice"});
  BOOST_TEST(faults_in(R"({"a/b": {"~": {}, "~": 1}})") == Lines{"/a~1b/~0: occurs twice"});
  BOOST_TEST(faults_in(R"({"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 1}]})").empty());
  BOOST_TEST(faults_in(R"({"\u0061": 1, "a": 1})") == Lines{"/a: occurs twice"});
}

BOOST_AUTO_TEST_CASE(numbers_that_lose_their_sign_or_value_are_faults) {
  for (const char* zero : {"-0", "-0.0", "-0e5", "1e-400", "-0.0001e-999"})
    BOOST_TEST(faults_in("{\"a\": [7, " + std::string(zero) + "]}") ==
               Lines{"/a/1: found " + std::string(zero) + "; expected 0 or a number that a double can hold"});
  for (const char* number : {"0", "0.0", "0e-999", "5e-324", "-5e-324", "1.7976931348623157e308", "-1"})
    BOOST_TEST(faults_in("[" + std::string(number) + "]").empty(), number);
  BOOST_TEST(faults_in(R"({"result": {"centroids": [[-0.0]]}})").empty());
  BOOST_TEST(faults_in(R"({"result": {"centroids": [[1e-400]]}})").size() == 1u);
}

BOOST_AUTO_TEST_CASE(nothing_stands_behind_the_document) {
  using namespace std::string_literals;
  BOOST_TEST(refusal("{}\0garbage"s) == "x.json:1:3: a NUL byte; expected text");
  BOOST_TEST(refusal("{}\n\0"s) == "x.json:2:1: a NUL byte; expected text");
  BOOST_TEST(refusal("\0"s).starts_with("x.json:1:1: "));
  BOOST_TEST(refusal("{} {}").starts_with("x.json:1:4: "));
  BOOST_TEST(refusal("{}\n \t\r\n") == "accepted");
  for (const char* number : {"NaN", "[Infinity]", "[-nan]", "[1e999]", "[0x10]", "[01]", "[.5]", "[+1]"})
    BOOST_TEST(refusal(number).starts_with("x.json:1:"), number);
}

BOOST_AUTO_TEST_CASE(what_is_quoted_is_short) {
  BOOST_TEST(refusal("[" + std::string(100000, 'x')).size() < 400u);
  BOOST_TEST(refusal("[\"" + std::string(100000, 'x')).size() < 400u);
  const std::string key(100000, 'k');
  BOOST_TEST(faults_in("{\"" + key + "\": 1, \"" + key + "\": 2}")[0].size() < 200u);
  BOOST_TEST(faults_in("{\"\\u001b[1m\": 1, \"\\u001b[1m\": 2}") == Lines{"/\\x1b[1m: occurs twice"});
}

BOOST_AUTO_TEST_SUITE_END()
