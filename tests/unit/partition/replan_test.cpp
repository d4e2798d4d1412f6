// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "../cases.hpp"
#include "observed.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/replan/replanner.hpp"
#include "quotas.hpp"

BOOST_AUTO_TEST_SUITE(replan_)

using namespace uneven;
using namespace uneven::partition;
using observed::planned, observed::seconds, observed::up_to, observed::wide_nettalk;

BOOST_AUTO_TEST_CASE(the_processor_behind_its_plan_is_named_whatever_the_unit_of_speed) {
  const std::vector<double> speed{.25, .31, .63, 1, 1, .42, .67, .63};
  const auto plan = planned(speed, wide_nettalk());
  observed::expect_the_slow_one_named(plan, speed, seconds);
}

BOOST_AUTO_TEST_CASE(of_two_processors_the_slower_is_named) {
  const auto plan = planned({1, 1}, wide_nettalk());
  BOOST_TEST(farthest_behind(plan, seconds(plan, {1, 0.5})).processor == 1);
  BOOST_TEST(farthest_behind(plan, seconds(plan, {0.5, 1})).processor == 0);
}

BOOST_AUTO_TEST_CASE(with_measured_speeds_others_that_compute_faster_make_nobody_slow) {
  auto plan = planned({1, 1, 1}, wide_nettalk());
  BOOST_TEST(farthest_behind(plan, seconds(plan, {1, 4, 4})).off());
  plan.kernel = "bp";
  BOOST_TEST(!farthest_behind(plan, seconds(plan, {1, 4, 4})).off());
  BOOST_TEST(farthest_behind(plan, seconds(plan, {0.5, 4, 4})).slowdown == 2, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(what_samples_take_by_themselves_makes_nobody_slow_in_one_column) {
  constexpr double unit_s = 1e-8, sample_s = 200 * unit_s;
  const document::Perceptron network{256, 2048, 64};
  const std::vector<double> pace{.25, .31, .63, 1, 1, .42, .67, .63};
  document::Speeds speeds;
  speeds.kernel_options = document::Json::parse(R"({"samples": 4096})");
  for (const double p : pace) {
    auto& processor = speeds.processors.emplace_back();
    const double square = 2048 / std::sqrt(8.0);
    processor.speed = p * square / (sample_s + square * unit_s);
    processor.sample_s = sample_s / p;
  }
  Options options;
  options.network = network;
  options.samples = 4096;
  options.columns = 1;
  document::Partition plan = partition::plan(speeds, options);
  plan.kernel_options = speeds.kernel_options;
  std::vector<double> compute_s;
  for (const document::Rectangle& r : plan.rectangles)
    compute_s.push_back(4096 * (sample_s + static_cast<double>(r.hidden.count) * unit_s) /
                        pace[static_cast<std::size_t>(r.processor)]);
  BOOST_TEST(!farthest_behind(plan, compute_s).off());
  compute_s[1] *= 2;
  const Drift drift = farthest_behind(plan, compute_s);
  BOOST_TEST(drift.processor == 1);
  BOOST_TEST(drift.slowdown == 2, boost::test_tools::tolerance(0.1));
  const document::Partition made = replan(plan, compute_s, up_to(document::speeds_of(plan.cluster))).plan;
  BOOST_TEST(*made.cluster[1].sample_s == drift.slowdown * *plan.cluster[1].sample_s,
             boost::test_tools::tolerance(1e-9));
  BOOST_TEST(*made.cluster[0].sample_s == *plan.cluster[0].sample_s);
  for (document::Processor& processor : plan.cluster) processor.sample_s.reset();
  BOOST_TEST(farthest_behind(plan, compute_s).slowdown > 1.3 * drift.slowdown);
}

BOOST_AUTO_TEST_CASE(a_new_plan_is_as_good_as_one_made_for_the_speeds) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      const auto before = test::drawn(random, 3 + random() % 6, 1, 9);
      auto after = before;
      after[random() % after.size()] /= static_cast<double>(2 + random() % 4);
      Options options = wide_nettalk();
      options.small_group = 0;
      options.columns = 1 + static_cast<std::int64_t>(random() % before.size());
      const auto plan = planned(before, options);
      const NewPlan made = replan(plan, seconds(plan, after), up_to(before));
      BOOST_TEST(document::faults(made.plan).empty());
      BOOST_TEST(made.plan.columns.size() == plan.columns.size());
      const auto slowest = [&](const document::Partition& p) {
        const auto all = seconds(p, after);
        return *std::max_element(all.begin(), all.end());
      };
      // The planned speeds of the others are right within the rounding to whole samples and units.
      BOOST_TEST(slowest(made.plan) <= 1.02 * slowest(planned(after, options)));
      BOOST_TEST(made.saved_s == slowest(plan) - slowest(made.plan), boost::test_tools::tolerance(0.05));
    }
  }
}

BOOST_AUTO_TEST_CASE(by_seconds_slow_hosts_have_slow_messages_too) {
  for (unsigned seed = 0; seed < test::cases(8); ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      const auto before = test::drawn(random, 3 + random() % 4, 2, 7, 0.05);
      auto after = before;
      const std::size_t slow = random() % after.size();
      after[slow] /= 2;
      document::Speeds then = quotas::measured(before), now = quotas::measured(after);
      *now.processors[slow].cpu_burst_s /= 2;
      for (document::Speeds* speeds : {&then, &now}) speeds->kernel_options["input"] = "dense";
      Options options;
      options.network = quotas::network;
      options.samples = quotas::samples;
      options.objective = Objective::seconds;
      options.processors = std::ssize(before);
      const document::Partition plan = partition::plan(then, options);
      const auto most = up_to(document::speeds_of(then));
      const std::vector<double> compute_s = seconds(plan, document::speeds_of(now));
      const NewPlan made = replan(plan, compute_s, most);
      BOOST_TEST(document::faults(made.plan).empty());
      options.columns = std::ssize(plan.columns);
      const auto seconds_now = [&](const auto& of) { return replayed_seconds_per_iteration(of, now); };
      BOOST_TEST(seconds_now(made.plan) <= 1.001 * seconds_now(partition::plan(now, options)));
      const auto speeds = document::from_json<document::Speeds>(made.plan.speeds);
      BOOST_TEST(*speeds.processors[slow].message_s == *now.processors[slow].message_s,
                 boost::test_tools::tolerance(1e-9));
      BOOST_TEST(made.saved_s == seconds_now(plan) - seconds_now(made.plan), boost::test_tools::tolerance(1e-6));
      const NewPlan same = replan(plan, seconds(plan, document::speeds_of(then)), most);
      BOOST_TEST(same.saved_s == 0);
      BOOST_TEST(same.plan.rectangles.size() == plan.rectangles.size());
    }
  }
}

BOOST_AUTO_TEST_CASE(where_messages_take_nearly_all_of_the_time_a_slow_host_is_no_reason) {
  document::Speeds measured = quotas::measured({0.2, 0.1, 0.4});
  measured.network->gap_s_per_byte = 1e-6;
  Options options;
  options.network = quotas::network;
  options.samples = quotas::samples;
  options.objective = Objective::seconds;
  options.processors = 3;
  const document::Partition plan = partition::plan(measured, options);
  std::vector<double> compute_s = seconds(plan, document::speeds_of(measured));
  compute_s[0] *= 1.5;
  const NewPlan made = replan(plan, compute_s, up_to(document::speeds_of(measured)));
  BOOST_TEST(made.saved_s == 0);
  BOOST_TEST(document::speeds_of(made.plan.cluster) == document::speeds_of(plan.cluster),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_known_of_messages_stays_with_those_in_use) {
  Options options;
  options.network = quotas::network;
  options.samples = quotas::samples;
  options.objective = Objective::seconds;
  options.processors = 2;
  document::Speeds measured = quotas::measured({0.2, 0.1, 0.4});
  measured.shared_cores = {{2, {0, 1, 2}}};
  const document::Partition plan = partition::plan(measured, options);
  BOOST_TEST(plan.left_out == std::vector<std::int64_t>{1}, boost::test_tools::per_element());
  BOOST_TEST(document::faults(plan).empty());
  const document::Partition used = without_left_out(plan);
  BOOST_TEST(document::faults(used).empty());
  const auto speeds = document::from_json<document::Speeds>(used.speeds);
  BOOST_TEST(document::speeds_of(speeds) == document::speeds_of(used.cluster), boost::test_tools::per_element());
  BOOST_TEST(speeds.shared_cores[0].processors == (std::vector<std::int64_t>{0, 1}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(speeds_near_the_plan_s_are_kept_and_lost_ones_come_back_up_to_the_first) {
  const auto plan = planned({1, 0.5, 1, 1}, wide_nettalk());
  const auto speed_after = [&](const std::vector<double>& now, const std::vector<double>& most) {
    return replan(plan, seconds(plan, now), up_to(most)).plan.cluster[1].speed;
  };
  BOOST_TEST(replan(plan, seconds(plan, {1, 0.45, 1.1, 1}), up_to({1, 0.5, 1, 1})).saved_s == 0);
  BOOST_TEST(speed_after({1, 0.45, 1.1, 1}, {1, 0.5, 1, 1}) == 0.5);
  // Who was slow before is followed more closely.
  BOOST_TEST(speed_after({1, 0.46, 1.1, 1}, {1, 1, 1, 1}) == 0.5);
  BOOST_TEST(speed_after({1, 0.44, 1.1, 1}, {1, 1, 1, 1}) == 0.44, boost::test_tools::tolerance(0.02));
  BOOST_TEST(speed_after({1, 1, 1, 1}, {1, 1, 1, 1}) == 1, boost::test_tools::tolerance(0.02));
  BOOST_TEST(speed_after({1, 2, 1, 1}, {1, 1, 1, 1}) == 1, boost::test_tools::tolerance(0.02));
  BOOST_TEST(speed_after({1, 2, 1, 1}, {1, 0.5, 1, 1}) == 0.5);
}

BOOST_AUTO_TEST_CASE(a_processor_is_slow_only_beyond_what_is_usual_for_it) {
  const auto plan = planned({1, 1, 1, 1}, wide_nettalk());
  auto bounds = up_to({1, 1, 1, 1});
  bounds[1].usual = 1.6;
  const auto speed_at = [&](double now) {
    return replan(plan, seconds(plan, {1, now, 1, 1}), bounds).plan.cluster[1].speed;
  };
  BOOST_TEST(speed_at(1 / 1.6) == 1);
  BOOST_TEST(speed_at(1 / 1.9) == 1);
  BOOST_TEST(speed_at(1 / 3.2) == 0.5, boost::test_tools::tolerance(0.02));
  BOOST_TEST(replan(plan, seconds(plan, {1, 0.5, 1, 1}), bounds).times[1] == 2, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_CASE(processors_that_nearly_stopped_are_left_out_and_the_rest_numbered_anew) {
  Options options = wide_nettalk();
  options.columns = 2;
  options.method = Method::grid;
  const auto plan = planned({1, 1, 1, 1}, options);
  const NewPlan made = replan(plan, seconds(plan, {1, 1e-9, 1, 1}), up_to({1, 1, 1, 1}));
  BOOST_TEST(name_of(made.plan.method) == "columns");
  BOOST_TEST(made.plan.left_out == std::vector<std::int64_t>{1}, boost::test_tools::per_element());
  const auto rest = without_left_out(made.plan);
  BOOST_TEST(document::faults(rest).empty());
  BOOST_TEST(rest.cluster.size() == 3u);
  BOOST_TEST(document::faults(replan(rest, seconds(rest, {1, 2, 3}), up_to({1, 1, 1})).plan).empty());
}

BOOST_AUTO_TEST_CASE(fewer_processors_share_the_same_work_by_the_speeds_that_the_plan_holds) {
  const std::vector<double> speed{4, 1, 2, 3, 2};
  const auto plan = planned(speed, wide_nettalk());
  for (const std::vector<std::size_t>& lost : {std::vector<std::size_t>{0}, {4}, {1, 3}, {0, 1, 2, 3}}) {
    const auto made = without(plan, lost);
    BOOST_REQUIRE(made.has_value());
    BOOST_TEST(document::faults(*made).empty());
    BOOST_TEST(made->cluster.size() == speed.size() - lost.size());
    double total = 0;
    for (const auto& processor : made->cluster) total += processor.speed;
    for (const document::Rectangle& r : made->rectangles) {
      const double share = made->cluster[static_cast<std::size_t>(r.processor)].speed / total;
      BOOST_TEST(r.cells() / static_cast<double>(plan.samples * plan.network.hidden) == share,
                 boost::test_tools::tolerance(0.05));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_new_plan_pays_if_it_saves_more_than_its_move_and_more_than_noise) {
  BOOST_TEST(pays(0.2, 1, 10, 1.9));
  BOOST_TEST(!pays(0.2, 1, 10, 2.1));
  BOOST_TEST(!pays(0.04, 1, 1000, 0.1));
}

BOOST_AUTO_TEST_SUITE_END()
