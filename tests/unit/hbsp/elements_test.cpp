// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "base/error.hpp"
#include "hbsp/cost.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_elements)

using namespace uneven;
using namespace uneven::hbsp;

namespace {

std::vector<document::Processor> processors(const std::vector<double>& speed) {
  std::vector<document::Processor> cluster(speed.size());
  for (std::size_t i = 0; i < speed.size(); ++i) cluster[i].speed = speed[i];
  return cluster;
}

/// Hosts of equal speed with quotas of half a core.
document::Speeds with_half_a_core(std::size_t hosts) {
  document::Speeds speeds;
  speeds.kernel = "kmeans";
  speeds.processors.resize(hosts);
  for (auto& processor : speeds.processors) {
    processor.speed = 1000;
    processor.cpu_share = 0.5;
  }
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(shares_are_in_proportion_to_speed_and_in_order) {
  const auto plan = plan_elements(8001, processors({1, 4, 2, 1}));
  const std::int64_t counts[] = {1000, 4001, 2000, 1000};
  std::int64_t first = 0;
  BOOST_TEST_REQUIRE(plan.placement.size() == 4u);
  for (std::size_t i = 0; i < 4; ++i) {
    BOOST_TEST(plan.placement[i].processor == static_cast<std::int64_t>(i));
    BOOST_TEST(plan.placement[i].elements.first == first);
    BOOST_TEST(plan.placement[i].elements.count == counts[i]);
    first += counts[i];
  }
  BOOST_TEST(plan.imbalance == 4001.0 / 4 / (8001.0 / 8) - 1, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!plan.superstep_s.has_value());
  BOOST_TEST(document::faults(plan).empty());
}

BOOST_AUTO_TEST_CASE(fewer_elements_than_processors) {
  const auto plan = plan_elements(2, processors({1, 3, 1, 2}));
  BOOST_TEST(plan.placement.size() == 4u);
  BOOST_TEST(plan.placement[1].elements.count == 1);
  BOOST_TEST(plan.placement[3].elements.count == 1);
  BOOST_TEST(plan.left_out == (std::vector<std::int64_t>{0, 2}), boost::test_tools::per_element());
  BOOST_TEST(document::faults(plan).empty());
  BOOST_TEST(plan_elements(0, processors({1, 2})).imbalance == 0);
}

BOOST_AUTO_TEST_CASE(a_superstep_lasts_as_long_as_the_slowest_and_the_barrier) {
  document::Speeds speeds;
  speeds.kernel = "kmeans";
  auto plan = plan_elements(400, processors({30, 10}));
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.superstep_s == 10, boost::test_tools::tolerance(1e-12));
  speeds.network = document::NetworkSpeeds{.barrier_s = 0.5};
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.superstep_s == 10.5, boost::test_tools::tolerance(1e-12));
}

/// Two hosts with quotas of a half of a core, one in periods of 20 ms, one of 60 ms.
BOOST_AUTO_TEST_CASE(supersteps_under_quotas_are_replayed) {
  auto speeds = with_half_a_core(2);
  for (auto& processor : speeds.processors) processor.message_s = 1e-6;
  speeds.processors[0].cpu_burst_s = 0.01;
  speeds.processors[1].cpu_burst_s = 0.03;
  speeds.network = document::NetworkSpeeds{.latency_s = 1e-5, .gap_s_per_byte = 1e-9, .barrier_s = 1};
  const auto predicted = [&](std::int64_t count) {
    auto plan = plan_elements(count, document::cluster_of(speeds));
    predict_seconds(plan, speeds);
    return *plan.superstep_s;
  };
  BOOST_TEST(predicted(0) > 0);
  BOOST_TEST(predicted(0) < 1e-4);  // messages, not the barrier
  BOOST_TEST(predicted(20) >= 0.01);
  BOOST_TEST(predicted(20) < 0.03);
  BOOST_TEST(predicted(2000) >= 1);
  BOOST_TEST(predicted(2000) < 1.06);
}

/// Four hosts: in a binomial tree ranks 0 and 2 send two messages and receive two, ranks 1 and 3 one each.
BOOST_AUTO_TEST_CASE(who_handles_more_messages_has_fewer_elements) {
  auto speeds = with_half_a_core(4);
  for (auto& processor : speeds.processors) processor.message_s = processor.send_overhead_s = 0.002;
  speeds.network = document::NetworkSpeeds{.latency_s = 1e-5, .gap_s_per_byte = 1e-9};
  const auto counts = [&](std::int64_t count) {
    std::vector<std::int64_t> found;
    for (const auto& entry : plan_elements(count, document::cluster_of(speeds), message_seconds(speeds)).placement)
      found.push_back(entry.elements.count);
    return found;
  };
  BOOST_TEST(counts(400) == (std::vector<std::int64_t>{98, 102, 98, 102}), boost::test_tools::per_element());
  BOOST_TEST(counts(4) == (std::vector<std::int64_t>{0, 2, 0, 2}), boost::test_tools::per_element());
  // Each superstep's work makes its first message 20 ms longer, in which 1 would work on 10 elements.
  speeds.processors[1].cold_message_s = 0.012;
  const auto cold = counts(400);
  BOOST_TEST(cold[3] - cold[1] == 20);
  speeds.kernel = "bp";
  BOOST_TEST(message_seconds(speeds).empty());
  speeds.kernel = "kmeans";
  for (auto& processor : speeds.processors) processor.cpu_share.reset();
  BOOST_TEST(message_seconds(speeds).empty());
}

BOOST_AUTO_TEST_SUITE_END()
