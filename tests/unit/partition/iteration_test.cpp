// SPDX-License-Identifier: MIT
#include "partition/predict/iteration.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "../cases.hpp"
#include "partition/plan.hpp"

BOOST_AUTO_TEST_SUITE(iteration)

using namespace uneven;
using namespace uneven::partition;
using simulate::Step;

namespace {

document::Speeds cluster_of(unsigned seed, std::size_t count) {
  std::mt19937 rng(seed);
  document::Speeds speeds;
  speeds.kernel = "bp";
  speeds.kernel_options = {{"network", "20-60-10"}};
  speeds.processors.resize(count);
  for (auto& processor : speeds.processors) processor.speed = 1e6 * (1 + rng() % 9);
  speeds.network = document::NetworkSpeeds{1e-5, 8e-9, 0, 1e-6};
  return speeds;
}

document::Partition planned(const document::Speeds& speeds, Collective collective, std::optional<std::int64_t> columns,
                            std::int64_t samples = 5000, Order order = Order::sorted) {
  Options options;
  options.order = order;
  options.network = {20, 60, 10};
  options.samples = samples;
  options.collective = collective;
  options.columns = columns;
  auto plan = partition::plan(speeds, options);
  return plan;
}

}  // namespace

/// Whatever the plan, each receive finds the message that was sent for it, and nothing is left over.
BOOST_AUTO_TEST_CASE(messages_match) {
  for (unsigned seed = 0; seed < test::cases(20); ++seed) {
    for (const auto collective : {Collective::linear, Collective::tree, Collective::ring}) {
      BOOST_TEST_CONTEXT("seed " << seed << ", " << name_of(collective)) {
        const auto speeds = cluster_of(seed, 1 + seed % 9);
        const auto plan = planned(speeds, collective, 1 + seed % std::ssize(speeds.processors));
        std::map<std::tuple<int, int, int>, std::vector<double>> sent, received;
        const auto steps = steps_of(plan, speeds, 2);
        for (int p = 0; p < static_cast<int>(steps.size()); ++p)
          for (const Step& step : steps[static_cast<std::size_t>(p)]) {
            if (step.kind == Step::Kind::send) sent[{p, step.partner, step.tag}].push_back(step.amount);
            if (step.kind == Step::Kind::receive) received[{step.partner, p, step.tag}].push_back(step.amount);
          }
        BOOST_TEST((sent == received));
        BOOST_TEST(std::isfinite(replayed_seconds_per_iteration(plan, speeds)));
      }
    }
  }
}

/// Members of one group's tree may stand in another order, or at another place, in the next one's.
BOOST_AUTO_TEST_CASE(nobody_waits_for_ever) {
  for (unsigned seed = 0; seed < test::cases(100); ++seed) {
    const auto speeds = cluster_of(seed, 8);
    for (const std::int64_t columns : {2, 3, 4, 5}) {
      BOOST_TEST_CONTEXT("seed " << seed << ", " << columns << " columns") {
        const auto plan = planned(speeds, Collective::tree, columns, 500, Order::free);
        BOOST_TEST(std::isfinite(replayed_seconds_per_iteration(plan, speeds)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(without_messages_the_slowest_processor_counts) {
  auto speeds = cluster_of(1, 5);
  speeds.network = document::NetworkSpeeds{};
  const auto plan = planned(speeds, Collective::linear, {});
  double slowest = 0;
  for (const auto& r : plan.rectangles)
    slowest = std::max(slowest, static_cast<double>(r.hidden.count * r.samples.count) /
                                    speeds.processors[static_cast<std::size_t>(r.processor)].speed);
  BOOST_TEST(replayed_seconds_per_iteration(plan, speeds) <= slowest * (1 + 1e-9));
  BOOST_TEST(replayed_seconds_per_iteration(plan, speeds) >= 0.9 * slowest);
}

/// All sums are operations, and each of those under way together has a number of its own.
BOOST_AUTO_TEST_CASE(sums_travel_side_by_side) {
  const auto speeds = cluster_of(1, 8);
  for (const auto collective : {Collective::linear, Collective::tree, Collective::ring}) {
    std::size_t most = 0;
    for (const auto& steps : steps_of(planned(speeds, collective, 4), speeds, 1)) {
      std::set<int> open;
      for (const Step& step : steps) {
        if (step.kind == Step::Kind::finish) open.erase(step.operation);
        if (step.kind == Step::Kind::send) BOOST_TEST(step.operation != 0);
        if (step.operation != 0 && step.kind != Step::Kind::finish) open.insert(step.operation);
        most = std::max(most, open.size());
      }
      BOOST_TEST(open.empty());
    }
    BOOST_TEST(most > 2u);
  }
}

BOOST_AUTO_TEST_CASE(slower_networks_and_ends_take_longer) {
  auto speeds = cluster_of(3, 6);
  const auto plan = planned(speeds, Collective::linear, 2);
  double before = replayed_seconds_per_iteration(plan, speeds);
  const auto longer = [&] {
    const double now = replayed_seconds_per_iteration(plan, speeds);
    BOOST_TEST(now > before);
    before = now;
  };
  speeds.network->gap_s_per_byte *= 10;
  longer();
  speeds.network->latency_s *= 100;
  longer();
  for (auto& processor : speeds.processors) processor.message_s = 1e-3;
  longer();
}

/// Beside what messages cost without work in between, as much less as a processor has fewer hidden units than the
/// square share of 60 / sqrt(4), of whole vectors.
BOOST_AUTO_TEST_CASE(messages_after_work_cost_less_where_hidden_units_are_few) {
  auto speeds = cluster_of(5, 4);
  speeds.kernel_options["samples"] = 5000;
  for (auto& processor : speeds.processors) processor.message_s = 1e-6;
  const auto plan = planned(speeds, Collective::linear, 1);
  const auto after_work = [&](const char* input) {
    speeds.kernel_options["input"] = input;
    for (auto& processor : speeds.processors) processor.cold_message_s = 1e-6;
    std::vector<double> seconds = busy_seconds_per_iteration(plan, speeds);
    for (auto& processor : speeds.processors) processor.cold_message_s = 1.5e-6;
    const auto longer = busy_seconds_per_iteration(plan, speeds);
    for (std::size_t p = 0; p < seconds.size(); ++p) seconds[p] = longer[p] - seconds[p];
    return seconds;
  };
  const auto dense = after_work("dense"), one_hot = after_work("one-hot");
  for (const auto& r : plan.rectangles) {
    const auto p = static_cast<std::size_t>(r.processor);
    const double vectors = std::ceil(static_cast<double>(r.hidden.count) / 16);
    BOOST_TEST(dense[p] > 0);
    BOOST_TEST(one_hot[p] == dense[p] * std::min(1.0, vectors / 2), boost::test_tools::tolerance(1e-6));
  }
}

BOOST_AUTO_TEST_CASE(processors_get_in_each_others_way_on_shared_cores) {
  auto speeds = cluster_of(6, 4);
  for (auto& processor : speeds.processors) processor.cpu_share = 0.5, processor.cpu_burst_s = 1e-3;
  const auto plan = planned(speeds, Collective::linear, 2);
  const double apart = replayed_seconds_per_iteration(plan, speeds);
  speeds.shared_cores = {{1, {0, 1, 2, 3}}};
  BOOST_TEST(replayed_seconds_per_iteration(plan, speeds) > apart);
}

BOOST_AUTO_TEST_SUITE_END()
