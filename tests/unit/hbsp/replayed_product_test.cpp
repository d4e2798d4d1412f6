// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>

#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_replayed_product)

using namespace uneven;
using namespace uneven::hbsp;

namespace {

constexpr double share = 0.5, period_s = 0.005;

/// Processors under quotas on a network of 1 us and `gap` s/byte; messages take them a microsecond each.
document::Speeds measured(const std::vector<double>& speed, double gap) {
  document::Speeds speeds;
  speeds.kernel = "matmul";
  for (const double s : speed) {
    auto& processor = speeds.processors.emplace_back();
    processor.speed = s;
    processor.cpu_share = share;
    processor.cpu_burst_s = share * period_s;
    processor.message_s = 1e-6;
    processor.byte_s = 0;
  }
  speeds.network = document::NetworkSpeeds{.latency_s = 1e-6, .gap_s_per_byte = gap};
  return speeds;
}

document::HbspMatmul predicted(std::int64_t size, std::int64_t panel, const document::Speeds& speeds) {
  auto plan = plan_matmul({.size = size, .panel = panel}, document::cluster_of(speeds));
  predict_seconds(plan, speeds);
  return plan;
}

}  // namespace

BOOST_AUTO_TEST_CASE(one_processor_takes_the_time_of_its_work) {
  const double seconds = *predicted(1000, 100, measured({1e9}, 1e-9)).predicted.seconds;
  BOOST_TEST(std::abs(seconds - 1) <= period_s);
}

BOOST_AUTO_TEST_CASE(no_less_than_work_and_links_take_and_no_more_than_both) {
  for (const double gap : {1e-12, 1e-9, 5e-9, 1e-7}) {
    for (const std::int64_t panel : {64, 128, 384}) {
      const auto plan = predicted(1024, panel, measured({1e9, 3e9, 2e9, 2e9}, gap));
      const double compute = *plan.predicted.compute_s, links = *plan.predicted.communication_s;
      BOOST_TEST_CONTEXT("gap " << gap << " panel " << panel) {
        BOOST_TEST(*plan.predicted.seconds >= 0.99 * std::max(compute, links) - period_s);
        // Panels of some processors fill their own links while others rest: at most half of the links are in use.
        BOOST_TEST(*plan.predicted.seconds <= compute + 2 * links + 10 * period_s);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(single_precision_halves_the_bytes) {
  auto speeds = measured({1e12, 1e12}, 1e-7);
  const double both = *predicted(512, 64, speeds).predicted.seconds;
  speeds.kernel_options["precision"] = "single";
  BOOST_TEST(*predicted(512, 64, speeds).predicted.seconds < 0.6 * both);
}

BOOST_AUTO_TEST_CASE(too_many_messages_are_not_followed) {
  const auto speeds = measured({1e9, 1e9}, 1e-9);
  auto plan = predicted(2'000'000, 384, speeds);
  BOOST_TEST(!replayed_seconds(plan, std::vector<double>{1e9, 1e9}, speeds, 8).has_value());
  const auto kept = plan.predicted.seconds;
  plan.predicted.seconds.reset();
  BOOST_TEST((kept == predicted_seconds(plan)));
}

BOOST_AUTO_TEST_CASE(the_panel_is_nearly_the_fastest) {
  for (const double gap : {1e-10, 2e-9, 2e-8}) {
    const auto speeds = measured({1e10, 3e10, 2e10, 2e10}, gap);
    const auto best = plan_with_best_panel({.size = 1024}, speeds);
    for (const std::int64_t panel : {64, 128, 192, 256, 384})
      BOOST_TEST(0.97 * *best.predicted.seconds <= *predicted(1024, panel, speeds).predicted.seconds);
    BOOST_TEST(*best.predicted.seconds == *predicted(1024, best.panel, speeds).predicted.seconds);
  }
}

BOOST_AUTO_TEST_CASE(the_panel_is_the_usual_where_messages_cannot_be_followed) {
  auto speeds = measured({1e10, 3e10}, 2e-8);
  BOOST_TEST(plan_with_best_panel({.size = 1024}, speeds).panel != document::default_panel);
  speeds.network.reset();
  BOOST_TEST(plan_with_best_panel({.size = 1024}, speeds).panel == document::default_panel);
  speeds = measured({1e10, 3e10}, 2e-8);
  for (auto& processor : speeds.processors) processor.cpu_share.reset();
  BOOST_TEST(plan_with_best_panel({.size = 1024}, speeds).panel != document::default_panel);
  speeds.kernel = "bp";
  BOOST_TEST(plan_with_best_panel({.size = 1024}, speeds).panel == document::default_panel);
}

BOOST_AUTO_TEST_SUITE_END()
