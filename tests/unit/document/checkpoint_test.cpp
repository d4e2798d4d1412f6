// SPDX-License-Identifier: MIT
#include "document/checkpoint.hpp"

#include <boost/test/unit_test.hpp>

#include "../data/temporary.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

BOOST_AUTO_TEST_SUITE(checkpoint)

using namespace uneven;
using namespace uneven::document;

namespace {

const Json seed_5{{"seed", 5}, {"data", nullptr}};

std::string refusal(const std::string& header, const std::string& kind, const Json& identity) {
  return text_of<InputError>([&] { read_checkpoint_header(header, kind, identity); });
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_header_of_the_same_run_is_taken_with_whatever_else_it_holds) {
  const Json header =
      read_checkpoint_header(checkpoint_header("bp-checkpoint", seed_5, {{"weights", 3}}), "bp-checkpoint", seed_5);
  BOOST_TEST(header.at("weights") == 3);
  BOOST_TEST(header.at("uneven") == UNEVEN_VERSION);
}

BOOST_AUTO_TEST_CASE(a_checkpoint_of_another_kind_is_refused) {
  BOOST_TEST(refusal(checkpoint_header("bp-checkpoint", seed_5, {}), "bsp-checkpoint", seed_5) ==
             "is a \"bp-checkpoint\"; expected a \"bsp-checkpoint\"");
}

BOOST_AUTO_TEST_CASE(what_differs_from_another_run_is_named) {
  const auto of = [](const Json& identity) { return checkpoint_header("bp-checkpoint", identity, {}); };
  BOOST_TEST(refusal(of({{"seed", 5}, {"data", "x.npy"}}), "bp-checkpoint", seed_5) ==
             "is of another run: its data is \"x.npy\", not null");
  BOOST_TEST(refusal(of(Json::object()), "bp-checkpoint", seed_5) == "is of another run: its seed is null, not 5");
}

BOOST_AUTO_TEST_CASE(values_of_a_hidden_checkpoint_are_not_shown) {
  const std::string seed_777777 = checkpoint_header("bp-checkpoint", {{"seed", 777777}}, {});
  hide_data();
  const std::string of_another_run = refusal(seed_777777, "bp-checkpoint", {{"seed", 1}});
  const std::string of_another_kind = refusal(seed_777777, "bsp-checkpoint", {{"seed", 1}});
  const std::string no_count = text_of<InputError>([&] { count_in({{"rounds", -777777}}, "rounds"); });
  hide_data(false);
  BOOST_TEST(of_another_run == "is of another run: its seed is ..., not 1");
  BOOST_TEST(of_another_kind == "is a ...; expected a \"bsp-checkpoint\"");
  BOOST_TEST(no_count == "its rounds is ...; expected a whole number >= 0");
}

BOOST_AUTO_TEST_CASE(a_count_is_a_whole_number_and_not_too_small) {
  const Json header =
      Json::parse(R"({"a": 0, "b": -1, "c": 1.5, "d": "3", "e": null, "f": 18446744073709551615, "g": 1e300})");
  BOOST_TEST(count_in(header, "a") == 0);
  BOOST_TEST(count_in(header, "b", -1) == -1);
  BOOST_TEST(text_of<InputError>([&] { count_in(header, "b"); }) == "its b is -1; expected a whole number >= 0");
  for (const char* key : {"c", "d", "e", "f", "g"}) BOOST_TEST_CONTEXT(key)
  BOOST_TEST(contains(text_of<InputError>([&] { count_in(header, key); }), "expected a whole number"));
}

BOOST_AUTO_TEST_SUITE_END()
