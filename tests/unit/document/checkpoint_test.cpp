#include "document/checkpoint.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(checkpoint)

using namespace uneven::document;

namespace {

const Json seed_5{{"seed", 5}, {"data", nullptr}};

std::string refusal(const std::string& line) {
  try {
    checkpoint_header(line, "checkpoint", seed_5);
  } catch (const uneven::InputError& e) {
    return e.what();
  }
  return "none";
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_header_of_the_same_run_is_taken_whatever_else_it_holds) {
  const Json header{{"kind", "checkpoint"}, {"version", 1}, {"identity", seed_5}, {"weights", 3}};
  BOOST_TEST(checkpoint_header(header.dump(), "checkpoint", seed_5) == header);
}

BOOST_AUTO_TEST_CASE(what_is_no_checkpoint_is_refused_whatever_its_types) {
  for (const char* line : {"", "hello", "[1]", "{}", R"({"kind": 3})", R"({"kind": "checkpoint", "version": "x"})",
                           R"({"kind": "bsp-checkpoint", "version": 1})", "\xff\x80"})
    BOOST_TEST_CONTEXT(line) BOOST_TEST(refusal(line) == "is no checkpoint");
}

BOOST_AUTO_TEST_CASE(what_differs_from_another_run_is_named) {
  const std::string head = R"({"kind": "checkpoint", "version": 1, "identity": )";
  BOOST_TEST(refusal(head + R"({"seed": 5, "data": "x.npy"}})") ==
             "is of another run: its data is \"x.npy\", not null");
  BOOST_TEST(refusal(head + "{}}") == "is of another run: its seed is null, not 5");
}

BOOST_AUTO_TEST_CASE(numbers_come_back_and_what_is_none_stays_none) {
  const std::vector<double> written{1.0 / 3, std::nan(""), HUGE_VAL, -0.5};
  const std::vector<double> read = numbers_or_nan(Json::parse(Json(written).dump()));
  BOOST_TEST_REQUIRE(read.size() == 4u);
  BOOST_TEST(read[0] == written[0]);
  BOOST_TEST(std::isnan(read[1]));
  BOOST_TEST(std::isnan(read[2]));
  BOOST_TEST(read[3] == written[3]);
}

BOOST_AUTO_TEST_SUITE_END()
