// SPDX-License-Identifier: MIT
#include "hbsp/matmul.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>
#include <set>

#include "../cases.hpp"
#include "base/error.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_matmul)

using namespace uneven;
using namespace uneven::hbsp;
using document::Layout;

namespace {

std::vector<document::Processor> processors(const std::vector<double>& speed) {
  std::vector<document::Processor> cluster(speed.size());
  for (std::size_t i = 0; i < speed.size(); ++i) cluster[i].speed = speed[i];
  return cluster;
}

document::Speeds measured(const std::vector<double>& speed) {
  document::Speeds speeds;
  speeds.kernel = "matmul";
  for (const double s : speed) speeds.processors.emplace_back().speed = s;
  return speeds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(four_equal_processors_have_four_squares) {
  const auto plan = plan_matmul({.size = 4096}, processors({1, 1, 1, 1}));
  BOOST_TEST(plan.layouts[0].communication == 16777216.0);
  BOOST_TEST(plan.layouts[0].total == 17196646400.0);
  BOOST_TEST(plan.predicted.elements == 67108864);
  BOOST_TEST(plan.predicted.lower_bound == 67108864.0);
  BOOST_TEST(plan.predicted.ratio == 1.0);
  BOOST_TEST(plan.predicted.imbalance == 0.0);
  for (const auto& part : plan.rectangles) {
    BOOST_TEST(part.rows.count == 2048);
    BOOST_TEST(part.columns.count == 2048);
  }
  BOOST_TEST(!plan.starts.has_value());
}

BOOST_AUTO_TEST_CASE(sound_for_every_layout_and_size_also_with_too_many_processors) {
  const Layout all[] = {Layout::alpha, Layout::beta, Layout::gamma};
  for (unsigned seed = 0; seed < 12; ++seed) {
    std::mt19937 rng(seed);
    std::vector<double> speed(1 + rng() % 30);
    for (double& s : speed) s = std::exp2(static_cast<double>(rng() % 10));
    using document::ProductSize;
    for (const auto& size : {ProductSize(1), ProductSize(3), ProductSize(4), ProductSize(13), ProductSize(101),
                             ProductSize(7, 1, 300), ProductSize(257, 64, 1), ProductSize(30, 60, 60)})
      for (Layout a : all)
        for (Layout b : all)
          for (Layout c : all) {
            BOOST_TEST_CONTEXT("seed " << seed << " rows " << size.rows << " inner " << size.inner) {
              const auto plan = plan_matmul({.size = size, .layout = {a, b, c}}, processors(speed));
              BOOST_TEST(document::faults(plan).empty());
              BOOST_TEST(plan.rectangles.size() + plan.left_out.size() == speed.size());
              BOOST_TEST(plan.starts.has_value() == !(size.is_square() && a == c && b == c));
              double lines = 0;
              for (const auto& part : plan.rectangles)
                lines += static_cast<double>(part.rows.count + part.columns.count);
              BOOST_TEST(static_cast<double>(plan.predicted.elements) == lines * static_cast<double>(size.inner));
              BOOST_TEST(plan.predicted.ratio >= 1 - 1e-12);
              BOOST_TEST(plan.predicted.imbalance >= -1e-12);
            }
          }
  }
}

BOOST_AUTO_TEST_CASE(seconds_follow_from_measured_speeds_and_network) {
  auto speeds = measured({3e9, 1e9});
  auto plan = plan_matmul({.size = 400, .layout = {Layout::beta, Layout::beta, Layout::beta}, .panel = 100},
                          processors({3e9, 1e9}));
  predict_seconds(plan, speeds);
  // Rows 300 and 100: 400^2 * 300 multiply-adds at 3e9/s.
  BOOST_TEST(*plan.predicted.compute_s == 0.016, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(!plan.predicted.communication_s.has_value());
  BOOST_TEST(!predicted_seconds(plan).has_value());

  // A lies where it is used. Of B, processor 0 sends its 300 rows and processor 1 its 100; three panels and four parts
  // of one start up, and the last panel is multiplied when all is there.
  speeds.network = document::NetworkSpeeds{.latency_s = 1e-3, .gap_s_per_byte = 1e-8};
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.predicted.communication_s == 300 * 400 * 8 * 1e-8 + 7e-3, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(*predicted_seconds(plan) == 0.0166 + 0.016 / 4, boost::test_tools::tolerance(1e-12));
  BOOST_TEST((plan.predicted.seconds == predicted_seconds(plan)));
  speeds.network->gap_s_per_byte = 1e-9;
  predict_seconds(plan, speeds);
  // The first part of a panel is there before work begins.
  BOOST_TEST(*predicted_seconds(plan) == 0.016 + (300 * 400 * 8 * 1e-9 + 7e-3) / 16,
             boost::test_tools::tolerance(1e-12));
  speeds.network->gap_s_per_byte = 1e-8;

  speeds.kernel_options["precision"] = "single";
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.predicted.communication_s == 300 * 400 * 4 * 1e-8 + 7e-3, boost::test_tools::tolerance(1e-12));
}

// 3e9 and 1e9 multiply-adds/s: in the time of an element of 8 bytes at 1.25e-8 s/byte the slower one does 100 of them,
// in a barrier of 1 ms a million.
BOOST_AUTO_TEST_CASE(a_measured_network_costs_operations_of_the_slowest) {
  auto speeds = measured({3e9, 1e9});
  BOOST_TEST(!bsp_costs(speeds).has_value());
  speeds.network = document::NetworkSpeeds{1e-3, 1.25e-8, 1e-3, 0};
  const auto close = boost::test_tools::tolerance(1e-12);
  BOOST_TEST(bsp_costs(speeds)->gap == 100, close);
  BOOST_TEST(bsp_costs(speeds)->barrier == 1e6, close);
  const auto plan = plan_matmul({.size = 400, .table = *bsp_costs(speeds)}, document::cluster_of(speeds));
  for (const auto& row : plan.layouts) BOOST_TEST(row.total == 1.6e7 + 100 * row.communication + 1e6, close);
  BOOST_TEST(*plan.gap == 100, close);
  speeds.kernel_options = {{"precision", "single"}};
  BOOST_TEST(bsp_costs(speeds)->gap == 50, close);
  speeds.kernel = "bp";
  BOOST_TEST(!bsp_costs(speeds).has_value());
}

BOOST_AUTO_TEST_CASE(blocks_are_as_slow_as_those_of_their_size) {
  auto speeds = measured({3e9, 1e9});
  // Blocks of 300 x 400 and 100 x 400, panels of 100: 12e6 and 4e6 multiply-adds at a time.
  speeds.processors[1].curve = {{1e6, 0.2e9}, {4e6, 0.5e9}, {16e6, 1e9}};
  auto plan = plan_matmul({.size = 400, .layout = {Layout::beta, Layout::beta, Layout::beta}, .panel = 100},
                          processors({3e9, 1e9}));
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.predicted.compute_s == 0.032, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(messages_keep_a_processor_busy) {
  auto speeds = measured({3e9, 1e9});
  BOOST_TEST(message_costs(speeds).empty());
  speeds.processors[0].byte_s = 1e-9;
  speeds.processors[0].message_s = 1e-4;
  BOOST_TEST(message_costs(speeds).empty());
  speeds.processors[1].byte_s = 5e-9;
  speeds.processors[1].message_s = 2e-4;
  auto plan = plan_matmul({.size = 400, .layout = {Layout::beta, Layout::beta, Layout::beta}, .panel = 100},
                          processors({3e9, 1e9}));
  predict_seconds(plan, speeds);
  // Of B, processor 0 sends 300 rows in six messages and receives 100 in one; processor 1 the other way round.
  const double first = 0.016 + 400 * 400 * 8e-9 + 7e-4, second = 0.016 + 400 * 400 * 40e-9 + 14e-4;
  const auto busy = busy_seconds(plan, {{3e9, 1e9}}, message_costs(speeds));
  BOOST_TEST(busy[0] == first, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(busy[1] == second, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(*plan.predicted.compute_s == second, boost::test_tools::tolerance(1e-12));

  speeds.processors[1].cold_message_s = 3e-4;
  predict_seconds(plan, speeds);
  BOOST_TEST(*plan.predicted.compute_s == second + 7e-4, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(blocks_make_room_for_messages) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 rng(seed);
    const auto speed = test::drawn(rng, 2 + rng() % 12, 1, 8, 1e9);
    std::vector<MessageCost> costs;
    for (const double s : speed) costs.push_back({4e-9 * 8e9 / s, 1e-5 * 8e9 / s});
    for (const Layout c : {Layout::alpha, Layout::beta}) {
      BOOST_TEST_CONTEXT("seed " << seed << " layout " << document::name_of(c)) {
        const auto cluster = processors(speed);
        const auto longest = [&](const document::HbspMatmul& plan) {
          return std::ranges::max(busy_seconds(plan, speed, costs));
        };
        const auto plan = plan_matmul({.size = 4000, .layout = {c, c, c}, .costs = costs}, cluster);
        BOOST_TEST(document::faults(plan).empty());
        BOOST_TEST(longest(plan) <= longest(plan_matmul({.size = 4000, .layout = {c, c, c}}, cluster)));
        // All are busy equally long, to within what whole rows and columns, and messages, allow.
        const auto busy = busy_seconds(plan, speed, costs);
        BOOST_TEST(std::ranges::max(busy) < 1.03 * std::ranges::min(busy));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(who_has_no_block_changes_nothing) {
  const auto longest = [](const std::vector<double>& speed) {
    std::vector<MessageCost> costs;
    for (const double s : speed) costs.push_back({4e-9 * 8e9 / s, 1e-5 * 8e9 / s});
    const auto plan = plan_matmul({.size = 1000, .layout = {}, .costs = costs}, processors(speed));
    return std::ranges::max(busy_seconds(plan, speed, costs));
  };
  BOOST_TEST(longest({4e9, 1e9, 3e8, 1000}) == longest({4e9, 1e9, 3e8}));
}

BOOST_AUTO_TEST_CASE(what_cannot_be_planned_is_refused) {
  BOOST_CHECK_THROW(plan_matmul({.size = 10}, processors({1, std::nan("")})), InputError);
  BOOST_CHECK_THROW(plan_matmul({.size = 10}, processors({})), InputError);
  BOOST_CHECK_THROW(plan_matmul({.size = 90'000'000}, processors({1, 1})), InputError);
}

BOOST_AUTO_TEST_SUITE_END()
