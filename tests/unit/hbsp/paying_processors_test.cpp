// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>

#include "hbsp/matmul.hpp"

BOOST_AUTO_TEST_SUITE(hbsp_paying_processors)

using namespace uneven;
using namespace uneven::hbsp;

namespace {

document::Speeds measured(const std::vector<double>& speed, double gap) {
  document::Speeds speeds;
  speeds.kernel = "matmul";
  for (const double s : speed) speeds.processors.emplace_back().speed = s;
  speeds.network = document::NetworkSpeeds{.latency_s = 1e-6, .gap_s_per_byte = gap};
  return speeds;
}

std::vector<double> drawn(std::size_t processors, unsigned seed) {
  std::mt19937 rng(seed);
  std::vector<double> speed(processors);
  for (double& s : speed) s = 1e9 * static_cast<double>(1 + rng() % 9);
  return speed;
}

document::HbspMatmul chosen(std::int64_t size, const document::Speeds& speeds) {
  return plan_on_paying_processors({.size = size}, speeds, false);
}

double seconds_on(std::int64_t processors, std::int64_t size, const document::Speeds& speeds) {
  auto plan = plan_matmul({.size = size, .processors = processors}, document::cluster_of(speeds));
  predict_seconds(plan, speeds);
  return *plan.predicted.seconds;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_fastest_processor_alone_where_messages_take_longer_than_work) {
  const auto plan = chosen(1000, measured({1e9, 4e9, 2e9, 4e9}, 1e-3));
  BOOST_REQUIRE(plan.rectangles.size() == 1u);
  BOOST_TEST(plan.rectangles[0].processor == 1);
  BOOST_TEST((plan.left_out == std::vector<std::int64_t>{0, 2, 3}));
  BOOST_TEST(*plan.predicted.communication_s == 0);
  BOOST_TEST(*plan.predicted.seconds == 0.25);  // 10^9 multiply-adds
}

BOOST_AUTO_TEST_CASE(all_processors_where_messages_cost_little) {
  const auto plan = chosen(4000, measured({1e9, 4e9, 2e9, 4e9}, 1e-12));
  BOOST_TEST(plan.rectangles.size() == 4u);
  BOOST_TEST(plan.candidates.size() == 4u);
}

BOOST_AUTO_TEST_CASE(two_equal_processors_pay_if_they_save_more_than_messages_take) {
  // One takes n^3 / v. Of two, each needs half of another matrix, n^2 / 2 elements of 8 bytes, and takes n^3 / (2 v).
  constexpr double n = 2000, v = 1e9, alone = n * n * n / v;
  const auto used = [&](double link_s) {
    auto speeds = measured({v, v}, link_s / (n * n / 2 * 8));
    speeds.network->latency_s = 0;
    return chosen(2000, speeds).rectangles.size();
  };
  BOOST_TEST(used(0.85 * alone) == 2u);  // the last panel, of 384 columns, is multiplied after the messages
  BOOST_TEST(used(1.01 * alone) == 1u);
}

BOOST_AUTO_TEST_CASE(no_number_of_processors_is_faster) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const auto speeds = measured(drawn(2 + 3 * seed, seed), 1e-9 * (1 + seed % 5));
    constexpr bool panel_given = true;
    const auto plan = plan_on_paying_processors({.size = 700}, speeds, panel_given);
    BOOST_TEST_CONTEXT("seed " << seed) {
      double least = seconds_on(1, 700, speeds);
      for (std::int64_t k = 2; k <= std::ssize(speeds.processors); ++k)
        least = std::min(least, seconds_on(k, 700, speeds));
      BOOST_TEST(*plan.predicted.seconds == least);
      for (const std::int64_t idle : plan.left_out)
        for (const auto& block : plan.rectangles)
          BOOST_TEST(speeds.processors[static_cast<std::size_t>(idle)].speed <=
                     speeds.processors[static_cast<std::size_t>(block.processor)].speed);
    }
  }
}

BOOST_AUTO_TEST_CASE(of_many_processors_no_neighbour_is_faster) {
  const auto speeds = measured(drawn(200, 1), 1e-10);
  const auto plan = chosen(2000, speeds);
  const std::int64_t used = std::ssize(plan.rectangles);
  BOOST_TEST_CONTEXT("used " << used) {
    BOOST_TEST(plan.candidates.size() < 60u);
    for (const std::int64_t other : {std::int64_t{1}, std::int64_t{200}, used - 1, used + 1})
      if (other > 0 && other <= 200) BOOST_TEST(*plan.predicted.seconds <= seconds_on(other, 2000, speeds));
  }
}

BOOST_AUTO_TEST_CASE(nothing_is_chosen_without_a_network_or_with_a_given_number) {
  auto speeds = measured({1e9, 4e9, 2e9, 4e9}, 1e-3);
  const auto three = plan_on_paying_processors({.size = 1000, .processors = 3}, speeds, false);
  BOOST_TEST(three.rectangles.size() == 3u);
  BOOST_TEST(three.candidates.empty());
  speeds.network.reset();
  BOOST_TEST(chosen(1000, speeds).rectangles.size() == 4u);
  BOOST_TEST(chosen(1000, speeds).candidates.empty());
}

BOOST_AUTO_TEST_CASE(fewer_processors_than_memory_allows_are_not_chosen) {
  auto speeds = measured({4e9, 4e9, 4e9}, 1e-3);
  for (auto& processor : speeds.processors)
    processor.memory_bytes = 33'000'000;  // one needs 24 MB and 12 MB for panels
  const auto plan = chosen(1000, speeds);
  BOOST_TEST(plan.rectangles.size() == 2u);
  BOOST_REQUIRE(plan.candidates.size() == 3u);
  BOOST_TEST(!plan.candidates[2].fits);
  BOOST_TEST(*plan.candidates[2].seconds < *plan.candidates[1].seconds);
}

BOOST_AUTO_TEST_CASE(a_processor_has_the_speed_that_it_has_while_others_rest) {
  auto speeds = measured({1e9, 1e9}, 1e-12);
  speeds.shared_machines = {{{0, 1}, {{1, 2.5}}}};
  const auto plan = chosen(1000, speeds);
  BOOST_TEST(plan.rectangles.size() == 1u);
  BOOST_TEST(*plan.predicted.seconds == 0.4, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_CASE(under_quotas_the_leading_numbers_are_replayed) {
  auto speeds = measured({1e9, 3e9, 2e9, 2e9, 1e9, 1e9}, 1e-7);
  for (auto& processor : speeds.processors) {
    processor.cpu_share = 0.5;
    processor.cpu_burst_s = 0.0025;
    processor.message_s = 1e-6;
    processor.byte_s = 0;
  }
  const auto plan = chosen(600, speeds);
  int replayed = 0;
  for (const auto& row : plan.candidates) {
    replayed += row.replayed;
    if (row.replayed) BOOST_TEST(*plan.predicted.seconds <= *row.seconds);
  }
  BOOST_TEST(replayed == 4);
}

BOOST_AUTO_TEST_CASE(processors_of_one_host_share_its_card) {
  // Two hosts of two processors in bands of rows: each processor needs three quarters of B, two of them of the other
  // host.
  auto speeds = measured({1e9, 1e9, 1e9, 1e9}, 1e-9);
  for (std::size_t p = 0; p < 4; ++p) speeds.processors[p].host = p < 2 ? "a" : "b";
  speeds.network->latency_s = 0;
  speeds.network->within_host = document::WithinHost{.latency_s = 0, .gap_s_per_byte = 1e-12};
  const document::Layouts bands{document::Layout::beta, document::Layout::beta, document::Layout::beta};
  const auto seconds = [&] {
    auto plan = plan_matmul({.size = 400, .layout = bands}, document::cluster_of(speeds));
    predict_seconds(plan, speeds);
    return *plan.predicted.communication_s;
  };
  constexpr double half_matrix = 400 * 400 / 2 * 8;
  BOOST_TEST(seconds() == 2 * half_matrix * 1e-9, boost::test_tools::tolerance(1e-12));
  speeds.network->host_gap_s_per_byte = 5e-10;
  BOOST_TEST(seconds() == half_matrix * 1e-9, boost::test_tools::tolerance(1e-12));
  speeds.network->within_host->gap_s_per_byte = 1e-8;  // a quarter of B from the neighbour
  BOOST_TEST(seconds() == half_matrix / 2 * 1e-8, boost::test_tools::tolerance(1e-12));
}

BOOST_AUTO_TEST_SUITE_END()
