// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "../cases.hpp"
#include "by_hand.hpp"
#include "document/partition.hpp"
#include "partition/plan.hpp"
#include "partition/replan/replanner.hpp"

BOOST_AUTO_TEST_SUITE(whole_vectors_of_hidden_units)

using namespace uneven;
using namespace uneven::partition;

namespace {

Options asked(const document::Perceptron& network, std::int64_t samples) {
  Options options;
  options.network = network;
  options.samples = samples;
  return options;
}

document::Speeds one_hot(const std::vector<double>& list, const Options& options) {
  document::Speeds speeds = by_hand(list);
  speeds.kernel = "bp";
  speeds.kernel_options = {{"network", text_of(options.network)}, {"samples", options.samples}, {"input", "one-hot"}};
  speeds.network = document::NetworkSpeeds{1e-5, 8e-9, 0, 0};
  return speeds;
}

bool whole_vectors(const document::Partition& plan) {
  return std::ranges::all_of(plan.rectangles, [](const auto& r) { return r.hidden.first % 16 == 0; });
}

/// Faults of the plan as a document.
std::vector<std::string> faults_of(document::Partition partition, const document::Speeds& speeds) {
  partition.cluster = document::cluster_of(speeds);
  return faults(partition).lines();
}

/// The new plan of a run of processors, all in it, that were so fast and are now.
NewPlan replan_for(const document::Partition& plan, const std::vector<double>& before, const std::vector<double>& now) {
  std::vector<double> compute_s;
  std::vector<SpeedBounds> bounds;
  for (const document::Rectangle& r : plan.rectangles) {
    const auto processor = static_cast<std::size_t>(r.processor);
    compute_s.push_back(r.cells() / now[processor]);
    bounds.push_back({before[processor]});
  }
  return replan(plan, compute_s, bounds);
}

}  // namespace

BOOST_AUTO_TEST_CASE(by_seconds_hidden_units_are_shared_in_whole_vectors) {
  Options options = asked({203, 80, 26}, 100000);
  options.columns = 1;
  options.balance = Balance::work;
  auto speeds = one_hot({3e7, 4e7, 4e7, 9e7}, options);
  speeds.network = document::NetworkSpeeds{1e-6, 1e-11};  // work is what takes long
  const auto by_elements = plan(speeds, options);
  BOOST_TEST(!whole_vectors(by_elements));
  options.objective = Objective::seconds;
  options.processors = 4;
  const auto by_seconds = plan(speeds, options);
  BOOST_TEST(whole_vectors(by_seconds));
  BOOST_TEST(faults_of(by_seconds, speeds).empty());
  BOOST_TEST(*by_seconds.predicted.seconds <= *by_elements.predicted.seconds);
  // Five vectors: 1, 1, 1 and 2, or none, 1, 1 and 3, which takes the fastest no longer than 1 the slowest.
  BOOST_TEST(by_seconds.rectangles.back().hidden.count >= 32);

  // With dense inputs OpenBLAS does most of the work.
  auto dense = speeds;
  dense.kernel_options["input"] = "dense";
  BOOST_TEST(!whole_vectors(plan(dense, options)));
}

BOOST_AUTO_TEST_CASE(who_gets_no_vector_is_left_out) {
  Options options = asked({203, 80, 26}, 100000);
  options.objective = Objective::seconds;
  options.processors = 8;
  options.columns = 1;
  const auto speeds = one_hot(std::vector<double>(8, 3e7), options);
  const auto partition = plan(speeds, options);
  BOOST_TEST(faults_of(partition, speeds).empty());
  BOOST_TEST(partition.left_out.size() == 3u);
  for (const auto& r : partition.rectangles) BOOST_TEST(r.hidden.count == 16);
}

BOOST_AUTO_TEST_CASE(plans_of_any_number_of_hidden_units_tile) {
  unsigned index = 0;
  for (const std::int64_t hidden : {1, 15, 16, 17, 40, 1000})
    for (const std::size_t processors : {1u, 3u, 5u})
      for (const Method method : {Method::columns, Method::grid, Method::equal, Method::best}) {
        if (!test::chosen(index++)) continue;
        BOOST_TEST_CONTEXT(hidden << " hidden units, " << processors << " processors") {
          Options options = asked({203, hidden, 26}, 1000);
          options.objective = Objective::seconds;
          options.method = method;
          std::vector<double> speed{3e7, 4e7, 9e7, 2e7, 1e7};
          speed.resize(processors);
          const auto speeds = one_hot(speed, options);
          BOOST_TEST(faults_of(plan(speeds, options), speeds).empty());
        }
      }
}

BOOST_AUTO_TEST_CASE(what_seconds_choose_can_be_asked_for_by_elements) {
  Options options = asked({203, 80, 26}, 100000);
  options.processors = 8;
  options.columns = 1;
  options.collective = Collective::linear;
  options.small_group = 0;
  options.balance = Balance::time;
  const auto speeds = one_hot(std::vector<double>(8, 3e7), options);
  const auto by_elements = plan(speeds, options);
  options.objective = Objective::seconds;
  BOOST_TEST(*by_elements.predicted.seconds == *plan(speeds, options).predicted.seconds);
  BOOST_TEST(by_elements.left_out.size() == 3u);
}

BOOST_AUTO_TEST_CASE(whole_vectors_stay_whole) {
  Options options = asked({203, 1000, 26}, 8000);
  const std::vector<double> before{.2e8, .3e8, .35e8, .5e8}, now{.2e8, .3e8, .35e8, .25e8};
  const auto speeds = one_hot(before, options);
  options.objective = Objective::seconds;
  options.columns = 2;
  options.processors = 4;
  auto plan = partition::plan(speeds, options);
  plan.kernel_options = speeds.kernel_options;
  plan.speeds = nullptr;
  BOOST_REQUIRE(whole_vectors(plan));
  const auto made = replan_for(plan, before, now);
  BOOST_TEST(made.saved_s > 0);
  BOOST_TEST(whole_vectors(made.plan));
  plan.kernel_options["input"] = "dense";
  BOOST_TEST(!whole_vectors(replan_for(plan, before, now).plan));
}

BOOST_AUTO_TEST_CASE(who_gets_no_vector_in_a_new_plan_stays_in) {
  Options options = asked({203, 80, 26}, 100000);
  options.objective = Objective::seconds;
  options.columns = 1;
  options.processors = 4;
  options.balance = Balance::work;
  const std::vector<double> before{3e7, 3e7, 3e7, 6e7}, now{1.5e7, 3e7, 3e7, 6e7};
  const auto speeds = one_hot(before, options);
  auto plan = partition::plan(speeds, options);
  plan.kernel_options = speeds.kernel_options;
  plan.speeds = nullptr;
  BOOST_REQUIRE(whole_vectors(plan));
  BOOST_REQUIRE(plan.left_out.empty());
  const auto made = replan_for(plan, before, now).plan;
  BOOST_TEST(made.left_out.empty());
  BOOST_TEST(made.rectangles[0].hidden.count < 16);
  BOOST_TEST(faults_of(made, speeds).empty());
}

BOOST_AUTO_TEST_SUITE_END()
