// SPDX-License-Identifier: MIT
#include "document/document.hpp"

#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "document/options/plan_options.hpp"
#include "document/speeds.hpp"

BOOST_AUTO_TEST_SUITE(document_reading)

using namespace uneven;
using namespace uneven::document;

namespace {

/// The message that `text` is refused with.
std::string refusal(const std::string& text, const std::vector<std::string>& kinds = {}) {
  try {
    parse(text, "plan.json", kinds);
  } catch (const InputError& e) {
    return e.what();
  }
  return "accepted";
}

/// A speeds document whose kernel options are `value`.
Json kept(const std::string& value) {
  return parse(R"({"kind": "speeds", "version": 1, "kernel_options": )" + value + "}", "", {})
      .json["kernel_options"]
      .json();
}

}  // namespace

BOOST_AUTO_TEST_CASE(broken_json_has_a_line_and_a_column) {
  const std::pair<const char*, const char*> cases[] = {
      {"x", "1:1"},          {"{\"a\" 1}", "1:6"}, {"{\n\"a\": }", "2:6"}, {"\nx", "2:1"},      {"{\n\n  ,", "3:3"},
      {"[1,\n2\n3]", "3:1"}, {"{\"a\": 1", "1:8"}, {"[\n", "2:1"},         {"{} extra", "1:4"}, {"\"\xff\"", "1:2"},
  };
  for (const auto& [text, place] : cases) {
    const std::string expected = std::string("plan.json:") + place + ": ";
    const std::string found = refusal(text);
    BOOST_TEST(found.starts_with(expected), text << " gives " << found);
    BOOST_TEST(found.find("json.exception") == std::string::npos, found);
    BOOST_TEST(found.find(" at line ") == std::string::npos, found);
  }
  BOOST_TEST(refusal("[1e400]") == "plan.json:1:2: number overflow parsing '1e400'");
}

BOOST_AUTO_TEST_CASE(kinds_and_versions_that_are_known_are_named) {
  const std::string all =
      "array-shares, hbsp-costs, hbsp-elements, hbsp-matmul, job, partition, reduction-tree, report, search, speeds, "
      "status";
  BOOST_TEST(refusal("[]") == "plan.json: /kind: missing; expected a document of kind " + all);
  BOOST_TEST(refusal("{}") == "plan.json: /kind: missing; expected a document of kind " + all);
  BOOST_TEST(refusal(R"({"kind": 7})") == "plan.json: /kind: missing; expected a document of kind " + all);
  BOOST_TEST(refusal(R"({"kind": "a\nb", "version": 1})") == "plan.json: /kind: found \"a\\nb\"; expected " + all);
  BOOST_TEST(refusal(R"({"kind": "job", "version": 1})", {"partition", "speeds"}) ==
             "plan.json: /kind: found \"job\"; expected partition, speeds");
  for (const auto& [version, found] : {std::pair(R"(, "version": 2)", "2"), std::pair(R"(, "version": "1")", "\"1\""),
                                       std::pair(R"(, "version": true)", "true"), std::pair("", "nothing")})
    BOOST_TEST(refusal(std::string(R"({"kind": "job")") + version + "}") ==
               std::string("plan.json: /version: found ") + found + "; the versions of \"job\" that are known: 1");
  BOOST_TEST(refusal(R"({"kind": "job", "version": 1.0})") == "accepted");
}

BOOST_AUTO_TEST_CASE(floats_that_are_whole_numbers_become_integers) {
  BOOST_TEST(kept("2.0").is_number_integer());
  BOOST_TEST(kept("2e3") == 2000);
  BOOST_TEST(kept(R"([{"a": [4.0]}])")[0]["a"][0].is_number_integer());
  BOOST_TEST(kept("9007199254740992.0").is_number_integer());
  BOOST_TEST(kept("2.5").is_number_float());
  BOOST_TEST(kept("1e300").is_number_float());
}

BOOST_AUTO_TEST_CASE(nesting_is_bounded_before_anything_recurses) {
  const auto nested = [](std::size_t levels) {
    return R"({"kind": "job", "version": 1, "run": "bp", "input": {"a": )" + std::string(levels, '[') +
           std::string(levels, ']') + "}}";
  };
  BOOST_TEST(refusal(nested(90)) == "accepted");
  BOOST_TEST(refusal(nested(101)) == "plan.json: nested deeper than 100 levels");
  BOOST_TEST(refusal(nested(1'000'000)) == "plan.json: nested deeper than 100 levels");
}

BOOST_AUTO_TEST_CASE(the_first_fault_stands_for_all) {
  const auto load = [](const std::string& processors) -> std::string {
    const std::string text = R"({"kind": "speeds", "version": 1, "processors": [)" + processors + "]}";
    try {
      parse(text, "speeds.json", {}).as<Speeds>();
    } catch (const InputError& e) {
      return e.what();
    }
    return "accepted";
  };
  BOOST_TEST(load(R"({"speed": 1})") == "accepted");
  BOOST_TEST(load(R"({"speed": 0})") == "speeds.json: /processors/0/speed: found 0; expected a finite number > 0");
  BOOST_TEST(load(R"({"speed": 0}, {"speed": -1}, {"speed": "x"})") ==
             "speeds.json: /processors/0/speed: found 0; expected a finite number > 0 (and 2 more)");
  BOOST_TEST(load(R"({"speed": 1, "rank": 1})") ==
             "speeds.json: /processors/0/rank: found 1; expected 0, its place in the list");
}

BOOST_AUTO_TEST_CASE(faults_of_the_plan_in_a_job_point_into_the_plan) {
  const auto faults_with = [](const std::string& plan) {
    return faults_of(parse(R"({"kind": "job", "version": 1, "run": "bp", "plan": )" + plan + "}", "job", {})).lines();
  };
  using Lines = std::vector<std::string>;
  BOOST_TEST(faults_with("{}") == Lines{"/plan: missing; expected a plan of kind partition"});
  const std::string plan = R"("kind": "partition", "version": 1, "network": {"inputs": 2, "hidden": 3, "outputs": 1},
    "samples": 5, "columns": [{"width": 1, "processors": [0], "samples": {"first": 0, "count": 5}}])";
  const std::string rectangle =
      R"("column": 0, "samples": {"first": 0, "count": 5}, "hidden": {"first": 0, "count": 3})";
  BOOST_TEST(faults_with("{" + plan + R"(, "rectangles": [{"processor": 0, )" + rectangle + "}]}").empty());
  BOOST_TEST(faults_with("{" + plan + "}") == Lines{"/plan: lacks \"rectangles\""});
  BOOST_TEST(faults_with("{" + plan + R"(, "rectangles": [{"processor": -1, )" + rectangle + "}]}") ==
             Lines{"/plan/rectangles/0/processor: found -1; expected an integer >= 0"});
  BOOST_TEST(faults_with("{" + plan + R"(, "left_out": [0], "rectangles": [{"processor": 0, )" + rectangle +
                         "}]}")[0] == "/plan/left_out/0: processor 0 occurs twice");
  for (const char* kind : {"speeds", "report", "job"})
    BOOST_TEST(faults_with(R"({"kind": ")" + std::string(kind) + R"(", "version": 1})") ==
               Lines{"/plan/kind: found \"" + std::string(kind) + "\"; expected a plan"});
  BOOST_TEST_REQUIRE(faults_with(R"({"kind": "partition", "version": 3})").size() == 1u);
  BOOST_TEST(faults_with(R"({"kind": "partition", "version": 3})")[0].starts_with("/plan/version: found 3; "));
  BOOST_TEST_REQUIRE(faults_with(R"({"version": 1})").size() == 1u);
  BOOST_TEST(faults_with(R"({"version": 1})")[0].starts_with("/plan/kind: missing; "));
}

BOOST_AUTO_TEST_CASE(options_of_a_job_that_its_run_refuses_are_faults) {
  const auto faults_with = [](const std::string& run, const std::string& options) {
    return faults_of(parse(R"({"kind": "job", "version": 1, "run": ")" + run + R"(", "options": )" + options + "}",
                           "job", {}))
        .lines();
  };
  using Lines = std::vector<std::string>;
  BOOST_TEST(faults_with("bsp", R"({"threads": 4096})").empty());
  BOOST_TEST(faults_with("bsp", R"({"threads": 4097})") ==
             Lines{"/options/threads: found 4097; expected an integer from 1 to 4096"});
  BOOST_TEST(faults_with("reduction", R"({"operator": "median"})").front() ==
             "/options/operator: found \"median\"; expected one of sum, min, max, product, concat, matrix");
}

BOOST_AUTO_TEST_CASE(keys_that_occur_twice_are_faults_of_every_reader) {
  const auto twice =
      parse(R"({"kind": "speeds", "version": 1, "processors": [], "processors": [{"speed": 1}]})", "s", {});
  BOOST_TEST(faults_of(twice).lines() == std::vector<std::string>{"/processors: occurs twice"});
  BOOST_CHECK_THROW(twice.as<Speeds>(), InputError);
}

BOOST_AUTO_TEST_CASE(options_that_want_integers_refuse_other_numbers) {
  for (const char* value : {"1e300", "2.5", "-1e19"})
    BOOST_CHECK_THROW(options_from_json<BpOptions>(Json::object(), {{"iterations", Json::parse(value)}}), InputError);
  BOOST_TEST(options_from_json<BpOptions>(Json::object(), {{"iterations", 7}}).iterations == 7);
}

BOOST_AUTO_TEST_SUITE_END()
