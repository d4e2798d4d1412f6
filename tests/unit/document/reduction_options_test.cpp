// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "document/options/plan_options.hpp"

BOOST_AUTO_TEST_SUITE(reduction_options)

using namespace uneven;
using namespace uneven::document;

namespace {

/// The message of the error, or "none".
std::string refusal(const char* input, const char* options) {
  try {
    options_from_json<ReductionOptions>(Json::parse(input), Json::parse(options));
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

BOOST_AUTO_TEST_CASE(there_and_back) {
  ReductionOptions all;
  all.operation = "max";
  all.type = NumberType::float32;
  all.elements = 1000;
  all.data = "items.npy";
  all.seed = 3;
  all.repeat = 7;
  all.against_mpi = true;
  all.match = "any";
  all.max_seconds = 2.5;
  const auto read = options_from_json<ReductionOptions>(input_of(all), options_of(all));
  BOOST_TEST(read.operation == all.operation);
  BOOST_TEST(name_of(read.type) == "float");
  BOOST_TEST(read.elements == all.elements);
  BOOST_TEST(read.data.value() == *all.data);
  BOOST_TEST(read.seed == all.seed);
  BOOST_TEST(read.repeat == all.repeat);
  BOOST_TEST(read.against_mpi == all.against_mpi);
  BOOST_TEST(read.match == all.match);
  BOOST_TEST(read.max_seconds.value() == *all.max_seconds);
}

BOOST_AUTO_TEST_CASE(a_bare_plan_has_defaults) {
  const auto read = options_from_json<ReductionOptions>(Json::object(), Json::object());
  BOOST_TEST(read.operation == "sum");
  BOOST_TEST(name_of(read.type) == "double");
  BOOST_TEST(read.elements == 1);
  BOOST_TEST(read.repeat == 1);
  BOOST_TEST(!read.data.has_value());
  BOOST_TEST(!read.against_mpi);
  BOOST_TEST(read.match == "host");
  BOOST_TEST(!read.max_seconds.has_value());
  // Products of matrices of floats depend on their order; whole numbers tell a wrong one.
  BOOST_TEST(name_of(options_from_json<ReductionOptions>(Json::object(), {{"operator", "matrix"}}).type) == "int64");
}

BOOST_AUTO_TEST_CASE(unsound_options_are_refused_by_name) {
  BOOST_TEST(refusal("{}", R"({"operator": "mean"})") ==
             "/options/operator: found \"mean\"; expected one of sum, min, max, product, concat, matrix");
  BOOST_TEST(refusal(R"({"type": "int32"})", "{}") == "/input/type: found \"int32\"; expected float, double or int64");
  BOOST_TEST(refusal(R"({"elements": 0})", "{}") == "/input/elements: found 0; expected an integer >= 1");
  BOOST_TEST(refusal("{}", R"({"repeat": -1})") == "/options/repeat: found -1; expected an integer >= 1");
  BOOST_TEST(refusal("{}", R"({"operator": "concat", "against_mpi": true})").starts_with("/options/against_mpi: "));
  BOOST_TEST(refusal("{}", R"({"operator": "concat"})") == "none");
}

BOOST_AUTO_TEST_SUITE_END()
