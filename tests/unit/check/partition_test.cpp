// SPDX-License-Identifier: MIT
#include <random>

#include "../cases.hpp"
#include "partition/chain/chain.hpp"
#include "partition/plan.hpp"
#include "planned.hpp"

BOOST_AUTO_TEST_SUITE(check_partition)

using namespace uneven;
using check_test::expect_each_number_bound;
using check_test::first_fault;
using check_test::Json;
using check_test::written;

namespace {

document::Speeds speeds_of(const std::vector<double>& list) {
  document::Speeds speeds;
  for (const double speed : list) {
    speeds.processors.emplace_back().rank = std::ssize(speeds.processors) - 1;
    speeds.processors.back().speed = speed;
  }
  return speeds;
}

check_test::Changeable plan_of(const std::vector<double>& speeds, partition::Options options = {}) {
  if (options.network.inputs == 0) options.network = {203, 80, 26};
  if (options.samples == 1) options.samples = 1024;
  return written(partition::plan(speeds_of(speeds), options));
}

partition::Options by(partition::Method method, partition::Order order = partition::Order::sorted,
                      double small_group = 0) {
  partition::Options options;
  options.method = method;
  options.order = order;
  options.small_group = small_group;
  return options;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_the_planner_makes_is_sound) {
  test::for_seeds(150, [&](std::mt19937& random, unsigned seed) {
    std::vector<double> speeds(1 + random() % 20);
    for (double& speed : speeds)
      speed = seed % 3 == 0 ? 1 + random() % 9 : std::exp(std::uniform_real_distribution<double>(-4, 4)(random));
    partition::Options options;
    const auto up_to = [&](unsigned most) { return static_cast<std::int64_t>(1 + random() % most); };
    options.network = {up_to(30), up_to(40), up_to(9)};
    options.samples = up_to(60);
    options.method =
        std::vector{partition::Method::columns, partition::Method::grid, partition::Method::equal}[random() % 3];
    options.order = random() % 2 ? partition::Order::sorted : partition::Order::free;
    options.small_group = random() % 2 ? 0.06 : 0;
    options.collective = std::vector{partition::Collective::linear, partition::Collective::tree,
                                     partition::Collective::ring}[random() % 3];
    if (random() % 3 == 0) options.processors = 1 + random() % speeds.size();
    BOOST_TEST(first_fault(plan_of(speeds, options)) == "");
  });
}

BOOST_AUTO_TEST_CASE(numbers_that_follow_from_the_rest_are_compared) {
  const std::vector<double> speeds{.05, .10, .20, .30, .35};
  for (const auto& options : {by(partition::Method::columns), by(partition::Method::columns, partition::Order::free),
                              by(partition::Method::equal)}) {
    const auto plan = plan_of(speeds, options);
    expect_each_number_bound(plan, {"/columns"}, {"width"});
    expect_each_number_bound(plan, {"/rectangles"}, {"left", "width", "top", "height"});
    expect_each_number_bound(plan, {"/predicted"}, {"elements", "lower_bound", "imbalance"});
    expect_each_number_bound(plan, {"/candidates/0/", "/candidates/4/"},
                             {"elements", "lower_bound", "columns", "processors"});
    expect_each_number_bound(plan, {"/predicted/bytes"}, {"largest", "sum"});
    expect_each_number_bound(plan, {"/cluster/1"}, {"speed"});
  }
  expect_each_number_bound(plan_of({1, 1.5, 2, 2.5, 3, 3.5}, by(partition::Method::grid)), {"/columns", "/rectangles"},
                           {"left", "width", "top", "height"});
}

BOOST_AUTO_TEST_CASE(fig_7_of_the_paper_has_its_elements) {
  auto plan = plan_of({.05, .10, .20, .30, .35}, by(partition::Method::columns));
  BOOST_TEST(plan.json["predicted"]["elements"] == 73913.6);
  plan.json["predicted"]["elements"] = 1;
  BOOST_TEST(first_fault(plan).starts_with("/predicted/elements: found 1.0; ") == false);
  BOOST_TEST(first_fault(plan).starts_with("/predicted/elements: found 1; "));
}

BOOST_AUTO_TEST_CASE(lists_that_follow_from_the_rest_are_compared) {
  const auto plan = plan_of({.05, .10, .20, .30, .35}, by(partition::Method::columns));
  const auto fault_of = [&](const char* pointer, const Json& value) {
    auto changed = plan;
    changed.json[Json::json_pointer(pointer)] = value;
    return first_fault(changed);
  };
  BOOST_TEST(fault_of("/groups", Json::array()) == "/groups: found array []; expected a list of at least one group");
  BOOST_TEST(fault_of("/candidates/1/sizes/0", 2).starts_with("/candidates/1/sizes: "));
  BOOST_TEST(fault_of("/candidates/0/columns", 5).starts_with("/candidates/0/sizes: "));
  auto swapped = plan;
  std::swap(swapped.json["candidates"][1], swapped.json["candidates"][2]);
  BOOST_TEST(first_fault(swapped).starts_with("/candidates/2/columns: "));
  auto without = plan;
  for (const char* key : {"groups", "candidates", "predicted", "made_by", "kernel"}) without.json.erase(key);
  for (auto& rectangle : without.json["rectangles"])
    for (const char* key : {"left", "width", "top", "height"}) rectangle.erase(key);
  BOOST_TEST(first_fault(without) == "");
  without.json.erase("cluster");
  BOOST_TEST(first_fault(without) == "");
}

BOOST_AUTO_TEST_CASE(joined_cuts_may_have_moved_by_as_much_as_they_were_joined) {
  auto plan = plan_of({3, 5, 4, 4}, by(partition::Method::columns, partition::Order::sorted, 0.2));
  BOOST_TEST(first_fault(plan) == "");
  plan.json["small_group"] = 0.0001;
  for (auto& row : plan.json["candidates"]) row["small_group"] = 0.0001;
  const bool moved = plan.json["groups"].size() < 3;
  BOOST_TEST((first_fault(plan) != "") == moved);
}

BOOST_AUTO_TEST_CASE(each_candidate_is_there_once) {
  auto plan = plan_of({.05, .10, .20, .30, .35}, by(partition::Method::columns));
  BOOST_TEST(first_fault(plan) == "");
  plan.json["candidates"].push_back(plan.json["candidates"].back());
  BOOST_TEST(first_fault(plan).starts_with("/candidates/" + std::to_string(plan.json["candidates"].size() - 1) +
                                           ": repeats /candidates/"));
}

// A processor so much slower than another has few of the units that costs are counted in.
BOOST_AUTO_TEST_CASE(costs_are_whole_units_of_speed) {
  auto options = by(partition::Method::columns);
  options.collective = partition::Collective::ring;
  options.network = {411, 15, 49};
  options.samples = 7'779'904'265'769;
  options.columns = 2;
  for (const double slow : {1.0, 3.0, 1e3})
    BOOST_TEST(first_fault(plan_of({slow, 1.5 * slow, 0x1p53, slow, slow, slow}, options)) == "", slow);
}

BOOST_AUTO_TEST_CASE(the_bound_and_the_candidates_of_several_hidden_layers_are_compared) {
  partition::Options options;
  options.samples = 1024;
  const auto plan = written(partition::plan_chain(speeds_of({1, 2, 3, 4, 5}), {203, 80, 40, 26}, options));
  expect_each_number_bound(plan, {"/predicted"}, {"elements", "lower_bound", "imbalance"});
  expect_each_number_bound(plan, {"/candidates"}, {"columns", "processors"});
}

BOOST_AUTO_TEST_SUITE_END()
