// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <random>

#include "base/error.hpp"
#include "collective/allreduce.hpp"
#include "reduction/prediction.hpp"
#include "reduction/shapes.hpp"
#include "simulate/replay.hpp"

BOOST_AUTO_TEST_SUITE(measured)

using namespace uneven;
using namespace uneven::reduction;

namespace {

document::Speeds cluster_with(std::vector<double> speeds, bool hosts) {
  document::Speeds measured;
  for (const double speed : speeds) {
    auto& processor = measured.processors.emplace_back();
    processor.speed = speed;
    if (hosts) processor.host = "node" + std::to_string(measured.processors.size());
  }
  measured.network = {.latency_s = 2e-5, .gap_s_per_byte = 8e-9, .barrier_s = 6e-5, .message_s = 1e-6};
  measured.operation_s_per_element = 1e-10;
  return measured;
}

void check_close(double found, double expected) { BOOST_TEST(std::abs(found - expected) <= 1e-12 * expected); }

/// Plays all pieces of a tree forward: a processor joins piece after piece, in order, one operation and one message
/// at a time.
double play(const document::ReductionTree& tree) {
  std::vector<double> free(tree.processors.size(), 0), sent(tree.processors.size(), 0);
  const auto time = [&](std::int64_t p) {
    return tree.operation_times.empty() ? tree.compute : tree.operation_times[p];
  };
  double end = 0;
  const auto down = [&](const auto& self, std::int64_t p, std::int64_t piece) -> double {
    double now = free[p];
    std::vector<double> arrivals;
    for (const auto child : tree.processors[p].children)
      arrivals.push_back(sent[child] = std::max(sent[child], self(self, child, piece)) + tree.transfer);
    for (const double arrival : arrivals) now = std::max(now, arrival) + time(p);
    return free[p] = now;
  };
  for (const auto& node : tree.processors)
    if (!node.parent)
      for (std::int64_t piece = 0; piece < tree.segments; ++piece) end = down(down, node.processor, piece);
  return end;
}

}  // namespace

BOOST_AUTO_TEST_CASE(times_from_measurements) {
  const auto one_host = measured_model(cluster_with({4, 4}, false), 1000, 2);
  check_close(one_host.compute, 1e-7 + 1e-6);
  check_close(one_host.transfer, 2e-5 + 6.4e-5);
  BOOST_TEST(one_host.operation_times.empty());
  // The receiver's link takes one message after the other.
  const auto hosts = measured_model(cluster_with({1, 2, 3}, true), 1000, 2);
  check_close(hosts.compute, 1e-7 + 1e-6 + 6.4e-5);
  check_close(hosts.transfer, 2e-5);
  check_close(hosts.operation_times[0], 2 * hosts.compute);
  check_close(hosts.operation_times[2], 2 * hosts.compute / 3);
}

BOOST_AUTO_TEST_CASE(what_was_not_measured_is_named) {
  auto no_network = cluster_with({1, 1}, false);
  no_network.network.reset();
  BOOST_CHECK_THROW(measured_model(no_network, 1, 2), InputError);
  auto no_operation = cluster_with({1, 1}, false);
  no_operation.operation_s_per_element.reset();
  BOOST_CHECK_THROW(measured_model(no_operation, 1, 2), InputError);
}

BOOST_AUTO_TEST_CASE(additions_take_longer_beyond_the_cache) {
  auto slow = cluster_with({1, 1}, false);
  for (const std::int64_t elements : {1 << 12, 1 << 20}) {
    const auto tree =
        shaped_tree(measured_model(slow, 1, 2), TreeShape::list, {.height = {}, .items = {}, .processors = 2}, true);
    const double near_s = predicted_seconds(tree, elements, slow);
    slow.long_operation_s_per_element = 2e-9;
    const double more_s = predicted_seconds(tree, elements, slow) - near_s;
    slow.long_operation_s_per_element.reset();
    check_close(more_s, elements < 1 << 13 ? 0 : static_cast<double>(elements) * (2e-9 - 1e-10));
  }
}

BOOST_AUTO_TEST_CASE(pieces_for_long_vectors_only) {
  for (const std::size_t p : {8, 600}) {  // replayed, and by the formula where there are many pieces
    for (const bool hosts : {false, true}) {
      const auto speeds = cluster_with(std::vector<double>(p, 1), hosts);
      double before = 0;
      for (std::int64_t elements = 1; elements <= 1 << 20; elements *= p == 8 ? 16 : 1024) {
        BOOST_TEST_CONTEXT(p << " processors, " << elements << " elements") {
          const auto tree = pipelined_tree(speeds, static_cast<std::int64_t>(p), elements, 2);
          BOOST_TEST(tree.predicted_s.value() >= before);
          before = *tree.predicted_s;
          BOOST_TEST(tree.elements.value() == elements);
          if (elements <= 16) BOOST_TEST(tree.segments == 1);
          if (elements >= 1 << 18) BOOST_TEST(tree.segments >= 4);
          if (is_replayed(static_cast<std::int64_t>(p), tree.segments, speeds)) continue;
          // The formula never gives less than what the pieces need, and is close to it.
          BOOST_TEST(play(tree) <= *tree.predicted_s * (1 + 1e-9));
          BOOST_TEST(play(tree) >= 0.8 * *tree.predicted_s);
        }
      }
      // A short chain takes hardly longer than one message of 8 MB, 67 ms.
      if (p == 8) BOOST_TEST(before < 1.25 * 8e-9 * 8 * (1 << 20));
    }
  }
}

// Messages cost the fast as much as the slow, which the model's operation times do not know.
BOOST_AUTO_TEST_CASE(no_other_shape_is_faster_for_many_unequal_processors) {
  for (unsigned seed = 0; seed < 4; ++seed) {
    std::mt19937 rng(seed);
    std::vector<double> speed(65 + rng() % 200);
    for (double& v : speed) v = std::exp(static_cast<double>(rng() % 1000) / 500);
    const auto speeds = cluster_with(speed, true);
    for (const std::int64_t elements : {1, 128, 8192}) {
      BOOST_TEST_CONTEXT("seed " << seed << ", " << elements << " elements") {
        const auto tree = pipelined_tree(speeds, std::ssize(speed), elements, 2);
        for (const auto& [shape, seconds] : predicted_seconds_of_others(tree, std::ssize(speed), elements, speeds))
          BOOST_TEST(*tree.predicted_s <= seconds * (1 + 1e-9), shape);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(a_star_where_waking_up_takes_long) {
  auto speeds = cluster_with(std::vector<double>(8, 1), true);
  speeds.network->wakeup_s = 1e-3;
  for (const auto& node : pipelined_tree(speeds, 8, 1, 2).processors)
    if (node.parent) BOOST_TEST(node.children.empty());
}

BOOST_AUTO_TEST_CASE(more_hops_than_those_of_a_star_must_save_a_fifth) {
  int stars = 0, trees = 0;
  for (double wakeup_s = 0; wakeup_s < 1e-3; wakeup_s += 1e-5) {
    auto speeds = cluster_with(std::vector<double>(8, 1), true);
    speeds.network->wakeup_s = wakeup_s;
    speeds.network->message_s = 1e-5;
    const auto found = pipelined_tree(speeds, 8, 1, 2);
    const auto star =
        shaped_tree(measured_model(speeds, 1, 2), TreeShape::list, {.height = {}, .items = {}, .processors = 8}, true);
    const double star_s = predicted_seconds(star, 1, speeds);
    const auto depends = [](const auto& node) { return node.parent && !node.children.empty(); };
    const bool is_star = std::ranges::none_of(found.processors, depends);
    (is_star ? stars : trees)++;
    BOOST_TEST((is_star ? *found.predicted_s == star_s : *found.predicted_s < 0.8 * star_s));
  }
  BOOST_TEST(stars > 0);
  BOOST_TEST(trees > 0);
}

BOOST_AUTO_TEST_CASE(pieces_set_out_without_asking_where_answers_take_long) {
  auto speeds = cluster_with(std::vector<double>(8, 1), true);
  speeds.network->wakeup_s = 1e-4;
  for (const std::int64_t elements : {1 << 18, 1 << 20, 1000003}) {
    const auto tree = pipelined_tree(speeds, 8, elements, 2);
    BOOST_TEST(static_cast<double>(8 * ((elements + tree.segments - 1) / tree.segments)) <= collective::segment_bytes);
  }
}

/// Who is busier with messages than links are stands where it only sends or only receives.
BOOST_AUTO_TEST_CASE(the_slowest_are_the_ends_of_a_chain) {
  auto speeds = cluster_with(std::vector<double>(24, 1), true);
  for (const std::size_t slow : {2, 15}) {
    speeds.processors[slow].speed = 0.5;
    speeds.processors[slow].byte_s = 16e-9;
  }
  const auto tree = pipelined_tree(speeds, 24, 1 << 20, 2);
  const auto is_end = [&](std::size_t rank) {
    return !tree.processors[rank].parent || tree.processors[rank].children.empty();
  };
  BOOST_TEST(is_end(2));
  BOOST_TEST(is_end(15));
  BOOST_TEST(*tree.predicted_s < 1.25 * 16e-9 * 8 * (1 << 20));
}

BOOST_AUTO_TEST_CASE(slow_ends_of_messages_are_reckoned_with) {
  auto speeds = cluster_with(std::vector<double>(8, 1), true);
  const double before = pipelined_tree(speeds, 8, 1 << 16, 2).predicted_s.value();
  for (auto& processor : speeds.processors) processor.byte_s = 16e-9;  // twice what a link takes
  const double seconds = pipelined_tree(speeds, 8, 1 << 16, 2).predicted_s.value();
  BOOST_TEST(seconds > 1.5 * before);
  BOOST_TEST(seconds > 2 * 16e-9 * 8 * (1 << 16));  // all but the ends of a chain receive and send
}

BOOST_AUTO_TEST_SUITE_END()
