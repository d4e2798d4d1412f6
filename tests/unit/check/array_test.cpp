// SPDX-License-Identifier: MIT
#include <random>

#include "../cases.hpp"
#include "planned.hpp"
#include "shares/blocks.hpp"

BOOST_AUTO_TEST_SUITE(check_arrays)

using namespace uneven;
using check_test::expect_each_number_bound;
using check_test::first_fault;
using check_test::written;

namespace {

document::Speeds cells_per_second(std::mt19937& random) {
  document::Speeds speeds;
  speeds.kernel = "command";
  speeds.processors.resize(1 + random() % 9);
  for (auto& processor : speeds.processors) {
    processor.speed = static_cast<double>(1 + random() % 9);
    if (random() % 2) processor.fixed_s = 0.25 * static_cast<double>(random() % 5);
  }
  speeds.network = {1e-5, 1e-3, 0.5};
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(planned_blocks_are_sound_and_their_numbers_follow_from_them) {
  for (unsigned seed = 0; seed < uneven::test::cases(40); ++seed) {
    std::mt19937 random(seed);
    const auto speeds = cells_per_second(random);
    const auto extent = [&] { return static_cast<std::int64_t>(1 + random() % 40); };
    auto plan = shares::plan_array({{extent(), extent()}, static_cast<std::int64_t>(random() % 4), 4}, speeds, true);
    plan.kernel = speeds.kernel;
    BOOST_TEST(first_fault(written(plan)) == "", "seed " << seed);
  }
}

BOOST_AUTO_TEST_CASE(a_number_that_does_not_follow_from_the_blocks_is_a_fault) {
  document::Speeds speeds;
  speeds.kernel = "command";
  speeds.processors.resize(5);
  for (std::size_t i = 0; i < 5; ++i) speeds.processors[i].speed = static_cast<double>(1 + i);
  auto plan = shares::plan_array({{31, 17}, 2, 8}, speeds, true);
  plan.kernel = speeds.kernel;
  const auto sound = written(plan);
  expect_each_number_bound(sound, {"/predicted"}, {"seconds", "lower_bound", "imbalance", "border", "largest", "sum"});
  expect_each_number_bound(sound, {"/blocks"}, {"halo_bytes", "first", "count"});
  speeds.network = {1e-5, 1e-3, 0.5};
  auto measured = shares::plan_array({{31, 17}, 2, 8}, speeds, true);
  measured.kernel = speeds.kernel;
  expect_each_number_bound(written(measured), {"/predicted", "/gap_s_per_byte", "/barrier_s"},
                           {"seconds", "superstep_s", "halo_s", "gap_s_per_byte", "barrier_s"});
  auto changed = sound;
  changed.json["blocks"][0]["neighbours"] = {};
  for (auto& block : changed.json["blocks"]) block["neighbours"] = document::Json::array();
  BOOST_TEST(first_fault(changed).starts_with("/blocks/0/neighbours: found []; the blocks give ["));
}

BOOST_AUTO_TEST_SUITE_END()
