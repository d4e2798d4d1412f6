// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <numeric>
#include <random>
#include <set>

#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"
#include "reduction/tree.hpp"

BOOST_AUTO_TEST_SUITE(refined)

using namespace uneven;
using namespace uneven::reduction;

namespace {

document::Speeds unequal(std::size_t p, unsigned seed) {
  std::mt19937 rng(seed);
  std::uniform_real_distribution<double> share(0.05, 0.3);
  document::Speeds speeds;
  for (std::size_t i = 0; i < p; ++i) {
    auto& processor = speeds.processors.emplace_back();
    processor.host = "node" + std::to_string(i);
    processor.cpu_share = share(rng);
    processor.speed = *processor.cpu_share;
    processor.cpu_burst_s = 1e-3;
    processor.message_s = 1e-5 / *processor.cpu_share;
    processor.byte_s = 4e-10 / *processor.cpu_share;
  }
  speeds.network = {.latency_s = 1e-5, .gap_s_per_byte = 8e-9, .barrier_s = 1e-4, .message_s = 3e-6, .wakeup_s = 1e-5};
  speeds.operation_s_per_element = 1e-10;
  return speeds;
}

document::ReductionTree predicted(document::ReductionTree tree, std::int64_t elements, const document::Speeds& speeds) {
  tree.elements = elements;
  tree.predicted_s = predicted_seconds(tree, elements, speeds);
  return tree;
}

/// The least prediction of all rooted trees over the processors, with the children of each in any order.
double least_of_all(const Model& model, std::int64_t elements, const document::Speeds& speeds) {
  const auto p = std::ssize(speeds.processors);
  double least = std::numeric_limits<double>::infinity();
  std::vector<std::int64_t> order(speeds.processors.size());
  std::iota(order.begin(), order.end(), 0);
  do {  // a processor stands behind its parent and the siblings before it
    const auto grow = [&](const auto& self, std::vector<Member> members) -> void {
      if (std::ssize(members) == p) {
        least = std::min(least, *predicted(assemble(model, members, p), elements, speeds).predicted_s);
        return;
      }
      const auto known = members;
      for (const Member& parent : known) {
        members.push_back({order[known.size()], parent.rank, 1});
        self(self, members);
        members.pop_back();
      }
    };
    grow(grow, {{order[0], -1, 1}});
  } while (std::ranges::next_permutation(order).found);
  return least;
}

}  // namespace

BOOST_AUTO_TEST_CASE(climbs_to_the_best_of_all_trees_or_close_to_it) {
  for (unsigned seed = 0; seed < 6; ++seed)
    for (const std::int64_t elements : {1, 4096, 65536}) {
      BOOST_TEST_CONTEXT("seed " << seed << ", " << elements << " elements") {
        const auto speeds = unequal(4, seed);
        const Model model = measured_model(speeds, elements, 2);
        const auto start =
            predicted(assemble(model, {{0, -1, 1}, {1, 0, 1}, {2, 1, 1}, {3, 2, 1}}, 4), elements, speeds);
        const auto found = refined_tree(start, model, speeds);
        BOOST_TEST(*found.predicted_s == predicted_seconds(found, elements, speeds));
        BOOST_TEST(*found.predicted_s <= 1.1 * least_of_all(model, elements, speeds));
      }
    }
}

BOOST_AUTO_TEST_CASE(everybody_keeps_an_item) {
  const auto speeds = unequal(9, 1);
  const Model model = measured_model(speeds, 2048, 2);
  auto start = assemble(model, {{8, -1, 1}, {2, 8, 1}, {4, 2, 1}, {5, 4, 1}, {7, 5, 1}}, 9);
  start.segments = 2;
  start.one_item_each = true;
  auto found = refined_tree(predicted(start, 4096, speeds), model, speeds);
  found.cluster = document::cluster_of(speeds);
  std::set<std::int64_t> ranks;
  for (const auto& node : found.processors) ranks.insert(node.processor);
  BOOST_TEST(ranks == (std::set<std::int64_t>{2, 4, 5, 7, 8}));
  BOOST_TEST(found.left_out == (std::vector<std::int64_t>{0, 1, 3, 6}));
  BOOST_TEST(found.segments == 2);
  BOOST_TEST(document::faults(found).empty());
}

BOOST_AUTO_TEST_SUITE_END()
