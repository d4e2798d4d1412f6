// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "document/document.hpp"

BOOST_AUTO_TEST_SUITE(unknown_key)

using namespace uneven::document;

namespace {

using Lines = std::vector<std::string>;

Lines unknown_in(const char* text) { return unknown_keys(Json::parse(text), "speeds"); }

}  // namespace

BOOST_AUTO_TEST_CASE(the_nearest_known_name_is_proposed) {
  BOOST_TEST(unknown_in(R"({"kernle": "bp"})") == Lines{"/kernle: unknown key, ignored; did you mean \"kernel\"?"});
  BOOST_TEST(unknown_in(R"({"processors": [{"speed": 1}, {"sped": 1}]})") ==
             Lines{"/processors/1/sped: unknown key, ignored; did you mean \"speed\"?"});
  BOOST_TEST(unknown_in(R"({"network": {"latency": 1}})") ==
             Lines{"/network/latency: unknown key, ignored; did you mean \"latency_s\"?"});
  BOOST_TEST(unknown_in(R"({"processors": [{"curve": [{"unit": 1}]}]})") ==
             Lines{"/processors/0/curve/0/unit: unknown key, ignored; did you mean \"units\"?"});
  BOOST_TEST(unknown_in(R"({"qqqqqqqqqq": 1})") == Lines{"/qqqqqqqqqq: unknown key, ignored"});
}

BOOST_AUTO_TEST_CASE(comments_and_names_of_the_user_are_silent) {
  BOOST_TEST(unknown_in(R"({"comment": "why", "x-site": 1, "processors": [{"comment": 1, "x-": 1}]})").empty());
  BOOST_TEST(unknown_in(R"({"comments": 1})").size() == 1u);
  BOOST_TEST(unknown_in(R"({"xsite": 1})").size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_name_is_said_once) {
  BOOST_TEST(unknown_in(R"({"processors": [{"colour": 1}, {"colour": 1}, {"colour": 1, "taste": 2}]})") ==
             (Lines{"/processors/0/colour: unknown key, ignored", "/processors/2/taste: unknown key, ignored"}));
}

BOOST_AUTO_TEST_CASE(objects_that_the_schema_leaves_open_have_no_unknown_keys) {
  BOOST_TEST(unknown_in(R"({"kernel_options": {"anything": {"goes": 1}}})").empty());
}

BOOST_AUTO_TEST_CASE(slashes_and_tildes_are_written_as_in_json_pointers) {
  BOOST_TEST(unknown_in(R"({"q/q~qqqqqq": 1})") == Lines{"/q~1q~0qqqqqq: unknown key, ignored"});
}

BOOST_AUTO_TEST_CASE(twenty_keys_are_told_and_how_many_more_there_are) {
  Json json = {{"network", Json::object()}};
  for (int i = 0; i < 100'000; ++i) json[(i % 2 ? "colour" : "kernel-") + std::to_string(i)] = 1;
  const Lines lines = unknown_keys(json, "speeds");
  BOOST_TEST(lines.size() == 21u);
  BOOST_TEST(lines.back() == "and 99980 more unknown keys");
  Json job = {{"kind", "job"}, {"plan", {{"kind", "speeds"}}}};
  for (int i = 0; i < 15; ++i) job["a" + std::to_string(i)] = job["plan"]["b" + std::to_string(i)] = 1;
  BOOST_TEST(unknown_keys(job, "job").back() == "and 10 more unknown keys");
}

BOOST_AUTO_TEST_CASE(keys_are_cleaned_and_cut) {
  BOOST_TEST(unknown_in(R"({"\u001b[31mred\n\u009b": 1})") == Lines{"/\\x1b[31mred\\n\\u009b: unknown key, ignored"});
  const Json json = {{std::string(1'000'000, 'k'), 1}};
  BOOST_TEST(unknown_keys(json, "speeds")[0].size() < 100u);
}

BOOST_AUTO_TEST_CASE(what_is_no_object_has_no_keys) {
  for (const char* text : {"[]", "1", R"({"processors": 1, "network": []})", R"({"processors": [1, [], "x"]})"})
    BOOST_TEST(unknown_in(text).empty());
}

BOOST_AUTO_TEST_SUITE_END()
