// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <sstream>

#include "../../cases.hpp"
#include "../observed.hpp"
#include "../plans_of.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "partition/chain/chain.hpp"
#include "partition/chain/seconds.hpp"
#include "partition/replan/replanner.hpp"

BOOST_AUTO_TEST_SUITE(chain_replans)

using namespace uneven;
using namespace uneven::partition;
using observed::up_to;
using planned::measured;

namespace {

const std::vector<std::int64_t> wide{120, 300, 200, 40};

/// Multiplications of each processor in each layer: a matrix of a inputs and b outputs has 3 a b of a sample, the first
/// one 2 a b. Shape [layers][processors].
std::vector<std::vector<double>> multiplications(const document::Partition& plan) {
  std::vector<std::vector<double>> of;
  for (const document::Layer& layer : plan.layers) {
    auto& here = of.emplace_back(plan.cluster.size());
    const double passes = of.size() == 1 ? 2 : 3;
    const auto weights = static_cast<double>(layer.inputs * layer.outputs);
    const auto units = static_cast<double>(layer.units());
    for (const document::LayerRectangle& r : layer.rectangles)
      here[static_cast<std::size_t>(r.processor)] = passes * r.cells() / units * weights;
  }
  return of;
}

std::vector<double> seconds(const document::Partition& plan, const std::vector<double>& speed) {
  std::vector<double> sum(speed.size());
  for (const auto& layer : multiplications(plan))
    for (std::size_t i = 0; i < speed.size(); ++i) sum[i] += layer[i] / speed[i];
  return sum;
}

/// Layers wait for each other.
double slowest(const document::Partition& plan, const std::vector<double>& speed) {
  double sum = 0;
  for (const auto& layer : multiplications(plan)) {
    double longest = 0;
    for (std::size_t i = 0; i < speed.size(); ++i) longest = std::max(longest, layer[i] / speed[i]);
    sum += longest;
  }
  return sum;
}

Options options_for(std::int64_t samples, Objective objective = Objective::elements) {
  Options options;
  options.samples = samples;
  options.objective = objective;
  return options;
}

bool is_sound(const document::Partition& plan) {
  std::ostringstream text;
  write_document(text, plan, false);
  return check::faults_of(document::parse(text.str(), "plan", {"partition"})).empty();
}

std::vector<std::size_t> columns(const document::Partition& plan) {
  std::vector<std::size_t> numbers;
  for (const document::Layer& layer : plan.layers) numbers.push_back(layer.columns.size());
  return numbers;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_processor_behind_its_plan_is_named_whatever_the_unit_of_speed) {
  const std::vector<double> speed{.25, .31, .63, 1, .42};
  auto plan = plan_chain(by_hand(speed), wide, options_for(900));
  for (const bool kernel : {false, true}) {
    if (kernel) plan.kernel = "bp", plan.kernel_options = {{"network", "120-50-40"}};
    observed::expect_the_slow_one_named(plan, speed, seconds);
  }
}

BOOST_AUTO_TEST_CASE(a_new_plan_is_as_good_as_one_made_for_the_speeds) {
  test::for_seeds(test::cases(40), [](std::mt19937& random) {
    const auto before = test::drawn(random, 3 + random() % 6, 1, 9);
    auto after = before;
    after[random() % after.size()] /= static_cast<double>(2 + random() % 4);
    Options options = options_for(4000);
    options.small_group = 0;
    options.collective = std::array{Collective::linear, Collective::tree, Collective::ring}[random() % 3];
    if (random() % 2) options.columns = 1 + static_cast<std::int64_t>(random() % before.size());
    const auto plan = plan_chain(by_hand(before), wide, options);
    const NewPlan made = replan(plan, seconds(plan, after), up_to(before));
    BOOST_TEST(is_sound(made.plan));
    BOOST_TEST(columns(made.plan) == columns(plan), boost::test_tools::per_element());
    BOOST_TEST((made.plan.collective == plan.collective));
    // The planned speeds of the others are right within the rounding to whole samples and units.
    BOOST_TEST(slowest(made.plan, after) <= 1.03 * slowest(plan_chain(by_hand(after), wide, options), after));
    BOOST_TEST(made.saved_s == slowest(plan, after) - slowest(made.plan, after), boost::test_tools::tolerance(0.05));
  });
}

BOOST_AUTO_TEST_CASE(by_seconds_a_new_plan_saves_what_the_predictions_say) {
  test::for_seeds(test::cases(20), [](std::mt19937& random) {
    const auto before = test::drawn(random, 3 + random() % 4, 2, 7, 1e5);
    auto after = before;
    after[random() % after.size()] /= 3;
    const auto then = measured(before, "120-50-40", 1e-4, 1e-8), now = measured(after, "120-50-40", 1e-4, 1e-8);
    const auto plan = without_left_out(plan_chain(then, wide, options_for(3000, Objective::seconds)));
    if (plan.cluster.size() < before.size()) return;
    const NewPlan made = replan(plan, seconds(plan, after), up_to(before));
    BOOST_TEST(is_sound(made.plan));
    const double left_s = chain_seconds(plan, now) - made.plan.predicted.seconds.value();
    const double scale = seconds(plan, before)[0] / load_of(plan, then).each_s[0];
    BOOST_TEST(made.saved_s == left_s * scale, boost::test_tools::tolerance(0.05));
    const NewPlan same = replan(plan, seconds(plan, before), up_to(before));
    BOOST_TEST(same.saved_s == 0);
    BOOST_TEST(same.plan.layers[0].rectangles.size() == plan.layers[0].rectangles.size());
  });
}

// Of any plan that plan_chain() makes: a run finds the seconds again that the search had.
BOOST_AUTO_TEST_CASE(the_seconds_of_a_plan_are_those_that_it_was_chosen_for) {
  test::for_seeds(test::cases(40), [](std::mt19937& random) {
    std::vector<std::int64_t> units(4 + random() % 2);
    for (auto& count : units) count = 1 + static_cast<std::int64_t>(random() % 90);
    Options options = options_for(1 + static_cast<std::int64_t>(random() % 300),
                                  random() % 2 ? Objective::seconds : Objective::elements);
    options.method = std::array{Method::columns, Method::grid, Method::equal}[random() % 3];
    auto speeds = measured(planned::random_speeds(random, 6), "203-80-26", 1e-4, 1e-8);
    if (random() % 2) speeds.kernel_options["input"] = "dense";
    const auto plan = plan_chain(speeds, units, options);
    BOOST_TEST(chain_seconds(plan, speeds) == plan.predicted.seconds.value(), boost::test_tools::tolerance(1e-12));
  });
}

BOOST_AUTO_TEST_CASE(processors_that_nearly_stopped_are_left_out_and_the_rest_numbered_anew) {
  const auto plan = plan_chain(by_hand({1, 1, 1, 1}), wide, options_for(500));
  const NewPlan made = replan(plan, seconds(plan, {1, 1e-9, 1, 1}), up_to({1, 1, 1, 1}));
  BOOST_TEST(made.plan.left_out == std::vector<std::int64_t>{1}, boost::test_tools::per_element());
  const auto rest = without_left_out(made.plan);
  BOOST_TEST(is_sound(rest));
  BOOST_TEST(rest.cluster.size() == 3u);
  BOOST_TEST(is_sound(replan(rest, seconds(rest, {1, 2, 3}), up_to({1, 1, 1})).plan));
}

BOOST_AUTO_TEST_CASE(fewer_processors_share_the_same_work_by_the_speeds_that_the_plan_holds) {
  const std::vector<double> speed{4, 1, 2, 3, 2};
  const auto plan = plan_chain(by_hand(speed), wide, options_for(4000));
  for (const std::vector<std::size_t>& lost : {std::vector<std::size_t>{0}, {4}, {1, 3}, {0, 1, 2, 3}}) {
    const auto made = without(plan, lost);
    BOOST_REQUIRE(made.has_value());
    BOOST_TEST(is_sound(*made));
    std::vector<double> left;
    for (const auto& processor : made->cluster) left.push_back(processor.speed);
    BOOST_TEST(left.size() == speed.size() - lost.size());
    const auto best = plan_chain(by_hand(left), wide, options_for(4000));
    BOOST_TEST(slowest(*made, left) <= 1.03 * slowest(best, left));
  }
}

BOOST_AUTO_TEST_SUITE_END()
