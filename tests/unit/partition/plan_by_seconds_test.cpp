// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <limits>
#include <random>

#include "../cases.hpp"
#include "base/error.hpp"
#include "partition/plan.hpp"
#include "plans_of.hpp"

BOOST_AUTO_TEST_SUITE(plans_by_seconds)

using namespace uneven;
using namespace uneven::partition;
using namespace uneven::partition::planned;

BOOST_AUTO_TEST_CASE(where_seconds_are_known_joining_costs_none) {
  for (unsigned seed = 0; seed < test::cases(8); ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      std::vector<double> list = random_speeds(rng, 6);
      for (double& speed : list) speed *= 1e8;
      const auto speeds = measured(list, "203-80-26", 1e-6, 1e-9);
      for (const Objective objective : {Objective::elements, Objective::seconds}) {
        Options options = nettalk();
        options.objective = objective;
        const double free = *plan(speeds, options).predicted.seconds;
        for (const double small_group : {0.0, 0.06}) {
          if (objective == Objective::elements && small_group > 0) continue;
          options.small_group = small_group;
          BOOST_TEST(free <= *plan(speeds, options).predicted.seconds);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(by_seconds_the_least_is_chosen) {
  Options options = nettalk();
  options.method = Method::best;
  const auto speeds = measured({1e9, 1e9, 2e9, 5e8, 1e9}, "203-80-26", 1e-5, 1e-9);
  const auto partition = plan(speeds, options);
  double least = std::numeric_limits<double>::infinity();
  int replayed = 0;
  for (const auto& row : partition.candidates) {
    replayed += row.replayed;
    if (row.replayed) least = std::min(least, row.seconds.value());
  }
  BOOST_TEST(replayed >= 16);
  BOOST_TEST(partition.predicted.seconds.value() == least);
  BOOST_TEST(name_of(partition.objective) == "seconds");
  BOOST_TEST(faults_of(partition, speeds).empty());
  const auto has = [&](auto predicate) {
    return std::any_of(partition.candidates.begin(), partition.candidates.end(), predicate);
  };
  BOOST_TEST(has([](const auto& row) { return row.method == document::PartitionMethod::grid; }));
  BOOST_TEST(has([](const auto& row) { return row.method == document::PartitionMethod::equal; }));
  BOOST_TEST(has([](const auto& row) { return row.order == Order::free; }));
  BOOST_TEST(has([](const auto& row) { return row.collective == Collective::ring && row.processors == 2; }));
  BOOST_TEST(has([](const auto& row) { return row.small_group == 0 && row.columns == 2; }));
  BOOST_TEST(has([](const auto& row) { return row.small_group == 0.06 && row.columns == 2; }));
}

BOOST_AUTO_TEST_CASE(a_hopeless_network_leaves_one_processor) {
  Options options = nettalk();
  options.method = Method::best;
  const auto partition = plan(measured({1e9, 3e9, 2e9}, "203-80-26", 10, 1), options);
  BOOST_REQUIRE(partition.rectangles.size() == 1u);
  BOOST_TEST(partition.rectangles[0].processor == 1);
  BOOST_TEST(partition.left_out == (std::vector<std::int64_t>{0, 2}), boost::test_tools::per_element());
  BOOST_TEST(partition.predicted.seconds.value() == 80 * 1024 / 3e9, boost::test_tools::tolerance(1e-12));
}

// Of many not every number is tried, but few are.
BOOST_AUTO_TEST_CASE(a_hopeless_network_leaves_one_processor_of_many) {
  Options options = nettalk();
  options.method = Method::best;
  for (const std::size_t processors : {17u, 50u}) {
    std::vector<double> speeds(processors, 1e9);
    speeds[5] = 2e9;
    const auto partition = plan(measured(speeds, "203-80-26", 10, 1), options);
    BOOST_REQUIRE(partition.rectangles.size() == 1u);
    BOOST_TEST(partition.rectangles[0].processor == 5);
  }
}

BOOST_AUTO_TEST_CASE(so_many_processors) {
  for (const Method method : {Method::columns, Method::grid, Method::equal}) {
    Options options = nettalk();
    options.method = method;
    options.processors = 2;
    const auto partition = plan(by_hand({4, 1, 3, 2}), options);
    BOOST_TEST(partition.left_out == (std::vector<std::int64_t>{1, 3}), boost::test_tools::per_element());
    BOOST_TEST(partition.rectangles.size() == 2u);
  }
  Options options = nettalk();
  options.processors = 5;
  BOOST_CHECK_THROW(plan(by_hand({4, 1, 3, 2}), options), UsageError);
}

// The oracle is a plan for the fastest alone, with the speeds that they have then.
BOOST_AUTO_TEST_CASE(fewer_processors_of_a_machine_have_the_speeds_measured_of_as_many) {
  auto speeds = measured({4e8, 1e8, 3e8, 2e8}, "203-80-26", 1e-5, 1e-9);
  speeds.shared_machines = {{{0, 1, 2, 3}, {{2, 2}, {1, 10}}}};
  Options options = nettalk();
  options.method = Method::best;
  for (const auto& [count, those] : {std::pair{2, std::vector{8e8, 6e8}}, std::pair{1, std::vector{4e9}}}) {
    options.processors = count;
    const auto partition = plan(speeds, options);
    Options all = options;
    all.processors.reset();
    const auto alone = plan(measured(those, "203-80-26", 1e-5, 1e-9), all);
    const auto least = std::ranges::min(alone.candidates, {}, [&](const auto& row) {
      return row.processors == count ? *row.seconds : std::numeric_limits<double>::infinity();
    });
    BOOST_TEST(*partition.predicted.seconds == *least.seconds, boost::test_tools::tolerance(1e-12));
    BOOST_TEST(partition.cluster[0].speed == those[0]);
    BOOST_TEST(partition.cluster[1].speed == 1e8);
  }
}

BOOST_AUTO_TEST_CASE(processors_that_hinder_each_other_are_left_out) {
  auto speeds = measured({1e9, 1e9, 1e9, 1e9}, "203-80-26", 1e-6, 1e-11);
  Options options = nettalk(100000);
  options.method = Method::best;
  BOOST_TEST(plan(speeds, options).left_out.empty());
  speeds.shared_machines = {{{0, 1, 2, 3}, {{3, 1}, {2, 3}, {1, 3}}}};
  const auto partition = plan(speeds, options);
  BOOST_TEST(partition.left_out == (std::vector<std::int64_t>{0, 1}), boost::test_tools::per_element());
  BOOST_TEST(*partition.predicted.seconds < 80 * 100000 / 5e9);
}

BOOST_AUTO_TEST_CASE(seconds_need_measurements) {
  Options options = nettalk();
  options.objective = Objective::seconds;
  BOOST_CHECK_THROW(plan(by_hand({1, 2}), options), InputError);
  BOOST_CHECK_THROW(plan(measured({1, 2}, "203-80-27", 1, 1), options), InputError);
  BOOST_CHECK_NO_THROW(plan(measured({1, 2}, "203-81-26", 1, 1), options));
  BOOST_CHECK_NO_THROW(plan(measured({1, 2}, "203-80-26", 1, 1), options));
  options.objective = Objective::elements;
  const auto partition = plan(measured({1, 2}, "203-80-26", 1, 1), options);
  BOOST_TEST(partition.predicted.seconds.has_value());
  BOOST_TEST(partition.candidates[0].seconds.has_value());
}

BOOST_AUTO_TEST_CASE(trees_of_measured_networks_only) {
  Options options = nettalk();
  options.collective = Collective::tree;
  const std::vector<double> speed(12, 1.0);
  BOOST_TEST(!plan(by_hand(speed), options).trees.has_value());
  const auto speeds = measured(speed, "203-80-26", 1e-3, 1e-8);
  const auto partition = plan(speeds, options);
  BOOST_REQUIRE(partition.trees.has_value());
  BOOST_TEST(partition.trees->column.transfer_s >= 2e-3);
  options.collective = Collective::ring;
  BOOST_TEST(!plan(speeds, options).trees.has_value());
}

BOOST_AUTO_TEST_SUITE_END()
