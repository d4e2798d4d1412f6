// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

#include "../cases.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"

BOOST_AUTO_TEST_SUITE(trees_of_two_levels)

using namespace uneven;
using namespace uneven::reduction;

namespace {

/// Ranks on some hosts, in any order.
document::Speeds cluster_of(unsigned seed, std::size_t hosts, std::size_t ranks) {
  std::mt19937 rng(seed);
  document::Speeds speeds;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    document::MeasuredProcessor& processor = speeds.processors.emplace_back();
    processor.rank = static_cast<std::int64_t>(rank);
    processor.host = std::to_string(rank < hosts ? rank : rng() % hosts);
    processor.speed = 1 + static_cast<double>(rng() % 4);
  }
  speeds.network = document::NetworkSpeeds{.latency_s = 2e-5, .gap_s_per_byte = 8e-9, .message_s = 2e-6};
  speeds.network->within_host = document::WithinHost{1e-6, 1e-10, 1e-7};
  speeds.operation_s_per_element = 1e-10;
  return speeds;
}

/// Messages between hosts.
std::int64_t crossing(const document::ReductionTree& tree, const document::Speeds& speeds) {
  const std::vector<int> hosts = document::host_numbers(speeds);
  std::int64_t count = 0;
  for (const auto& node : tree.processors)
    if (node.parent)
      count += hosts[static_cast<std::size_t>(node.processor)] != hosts[static_cast<std::size_t>(*node.parent)];
  return count;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_host_sends_one_result) {
  for (unsigned seed = 0; seed < test::cases(20); ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      const std::size_t hosts = 2 + seed % 5, ranks = hosts + 1 + seed % 7;
      const auto speeds = cluster_of(seed, hosts, ranks);
      const auto processors = static_cast<std::int64_t>(ranks);
      const Model model = measured_model(speeds, 1000, 2), within = model_within_host(speeds, 1000, 2);
      BOOST_TEST(within.compute + within.transfer < model.compute + model.transfer);
      BOOST_REQUIRE(has_shared_hosts(speeds, model, processors));
      for (const std::int64_t operations : {std::int64_t{1}, std::int64_t{2}, processors}) {
        auto tree = two_level_tree(speeds, model, within, processors, operations);
        tree.cluster = document::cluster_of(speeds);
        BOOST_TEST(tree.left_out.empty());
        BOOST_TEST(tree.items == processors);
        const auto faults = document::faults(tree).lines();
        BOOST_TEST(faults.empty(), (faults.empty() ? std::string() : faults.front()));
        BOOST_TEST(crossing(tree, speeds) == static_cast<std::int64_t>(hosts) - 1);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(ranks_of_one_host_or_one_each_have_no_second_level) {
  const auto speeds = cluster_of(1, 4, 4), one = cluster_of(1, 1, 4);
  BOOST_TEST(!has_shared_hosts(speeds, measured_model(speeds, 8, 2), 4));
  BOOST_TEST(!has_shared_hosts(one, measured_model(one, 8, 2), 4));
}

BOOST_AUTO_TEST_CASE(the_card_of_a_host_carries_one_vector) {
  const auto speeds = cluster_of(3, 4, 16);
  const auto tree = pipelined_tree(speeds, 16, 100000, 2);
  BOOST_TEST(crossing(tree, speeds) == 3);
  // A vector of 800 kB takes 6.4 ms on a card.
  BOOST_TEST(*tree.predicted_s >= 6.4e-3);
  BOOST_TEST(*tree.predicted_s < 2 * 6.4e-3);
}

BOOST_AUTO_TEST_SUITE_END()
