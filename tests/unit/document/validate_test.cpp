// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "document/document.hpp"

BOOST_AUTO_TEST_SUITE(validation)

using namespace uneven::document;

namespace {

using Lines = std::vector<std::string>;

Json sound_partition() {
  return Json::parse(R"({"kind": "partition", "version": 1, "network": {"inputs": 3, "hidden": 2, "outputs": 1},
    "samples": 4, "columns": [{"width": 1, "processors": [0], "samples": {"first": 0, "count": 4}}],
    "rectangles": [{"processor": 0, "column": 0, "samples": {"first": 0, "count": 4},
                    "hidden": {"first": 0, "count": 2}}]})");
}

/// Faults after the value at `pointer` became `value`.
Lines faults_with(const char* pointer, const Json& value) {
  Json json = sound_partition();
  json[Json::json_pointer(pointer)] = value;
  return schema_faults(json, "partition").lines();
}

/// Faults after the member `key` of the object at `pointer` was taken away.
Lines faults_without(const char* pointer, const char* key) {
  Json json = sound_partition();
  json[Json::json_pointer(pointer)].erase(key);
  return schema_faults(json, "partition").lines();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_sound_document_has_no_faults) {
  BOOST_TEST(schema_faults(sound_partition(), "partition").empty());
  BOOST_TEST(faults_with("/anything", 1).empty());
}

BOOST_AUTO_TEST_CASE(a_wrong_value_is_shown_with_its_place_and_what_was_expected) {
  BOOST_TEST(faults_with("/samples", 0) == Lines{"/samples: found 0; expected an integer >= 1"});
  BOOST_TEST(faults_with("/samples", 1.5) == Lines{"/samples: found 1.5; expected an integer >= 1"});
  BOOST_TEST(faults_with("/samples", "4") == Lines{"/samples: found \"4\"; expected an integer >= 1"});
  BOOST_TEST(faults_with("/samples", 18446744073709551615u) ==
             Lines{"/samples: found 18446744073709551615; expected an integer >= 1"});
  BOOST_TEST(faults_with("/method", "rows") == Lines{"/method: found \"rows\"; expected columns, grid or equal"});
  BOOST_TEST(faults_with("/network/hidden", nullptr) == Lines{"/network/hidden: found null; expected an integer >= 1"});
  BOOST_TEST(faults_with("/columns/0/processors/0", -1) ==
             Lines{"/columns/0/processors/0: found -1; expected an integer >= 0"});
  BOOST_TEST(faults_with("/rectangles/0/hidden/count", true) ==
             Lines{"/rectangles/0/hidden/count: found true; expected an integer >= 0"});
  BOOST_TEST(faults_with("/columns", Json::array()) ==
             Lines{"/columns: found array []; expected a list of at least one column"});
  BOOST_TEST(faults_with("/made_by", 7) == Lines{"/made_by: found 7; expected an object"});
}

BOOST_AUTO_TEST_CASE(a_missing_member_is_named) {
  BOOST_TEST(faults_without("", "samples") == Lines{"/: lacks \"samples\""});
  BOOST_TEST(faults_without("/network", "outputs") == Lines{"/network: lacks \"outputs\""});
  BOOST_TEST(faults_without("/rectangles/0/hidden", "count") == Lines{"/rectangles/0/hidden: lacks \"count\""});
}

BOOST_AUTO_TEST_CASE(every_fault_has_its_line) {
  Json json = sound_partition();
  json["samples"] = 0;
  json["columns"][0]["width"] = 2;
  json["rectangles"][0]["samples"]["first"] = -1;
  Lines found = schema_faults(json, "partition").lines();
  std::sort(found.begin(), found.end());
  BOOST_TEST(found == (Lines{"/columns/0/width: found 2; expected a number from 0 to 1",
                             "/rectangles/0/samples/first: found -1; expected an integer >= 0",
                             "/samples: found 0; expected an integer >= 1"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(faults_beyond_those_shown_are_counted) {
  Json json = sound_partition();
  json["left_out"] = std::vector<int>(100'000, -1);
  const Faults found = schema_faults(json, "partition");
  BOOST_TEST(found.size() == 100'000u);
  BOOST_TEST(found.lines().size() == most_shown);
  BOOST_TEST(first_lines(found).back() == "and 99980 more");
}

BOOST_AUTO_TEST_CASE(a_long_value_is_cut) {
  const Lines found = faults_with("/samples", std::string(1000, 'x'));
  BOOST_TEST_REQUIRE(found.size() == 1u);
  BOOST_TEST(found[0] == "/samples: found \"" + std::string(59, 'x') + "...; expected an integer >= 1");
}

BOOST_AUTO_TEST_SUITE_END()
