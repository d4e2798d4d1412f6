// SPDX-License-Identifier: MIT
#include "partition/memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <optional>
#include <random>

#include "../cases.hpp"
#include "../schedule/in_memory.hpp"
#include "partition/plan.hpp"
#include "partition/trainer.hpp"

BOOST_AUTO_TEST_SUITE(partition_memory)

using namespace uneven;
using namespace uneven::partition;

namespace {

document::Speeds speeds_of(const std::vector<double>& speed) {
  document::Speeds speeds;
  for (const double s : speed) speeds.processors.emplace_back().speed = s;
  return speeds;
}

Options options_of(document::Perceptron network, std::int64_t samples, std::optional<std::int64_t> columns = {}) {
  Options options;
  options.network = network;
  options.samples = samples;
  options.columns = columns;
  return options;
}

#ifndef __SANITIZE_ADDRESS__  // whose allocator does not tell what is in use

/// Bytes that are allocated.
double in_use() {
  const auto info = mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

/// What the samples and the trainer of one processor take from the system's memory.
double taken(const Part& part, const document::Perceptron& network, bool dense) {
  Mailbox mailbox;
  InMemory transport(mailbox, 0);
  const double before = in_use();
  const auto count = static_cast<std::size_t>(part.samples.count);
  std::vector<float> targets(count * static_cast<std::size_t>(network.outputs)), inputs;
  std::vector<std::int64_t> row_start;
  std::vector<std::int32_t> active;
  if (dense) {
    inputs.resize(count * static_cast<std::size_t>(network.inputs));
  } else {
    for (std::size_t s = 0; s <= count; ++s) row_start.push_back(static_cast<std::int64_t>(7 * s));
    active.resize(7 * count);
    std::mt19937 random(1);
    for (std::size_t k = 0; k < active.size(); ++k)
      active[k] = static_cast<std::int32_t>((k % 7) * (network.inputs / 7) + random() % (network.inputs / 7));
    row_start.shrink_to_fit();
  }
  const perceptron::Samples<float> view{dense ? inputs.data() : nullptr,
                                        row_start.data(),
                                        active.data(),
                                        targets.data(),
                                        part.samples.count,
                                        network.inputs,
                                        network.outputs};
  const auto trainer = std::make_unique<Trainer<float>>(transport, part, view, [] {});
  return in_use() - before;
}

#endif

/// Numbers that a member of the sums of a schedule receives before it adds them, as many at a time as the run has under
/// way: all sums over groups, and those of the chunks in flight.
double received_at_a_time(const Part& part) {
  double of_chunk = 0, of_groups = 0;
  for (const schedule::Sum& sum : part.schedule.sums) {
    if (sum.buffer < 0) continue;
    double numbers = 0;
    for (const auto& round : part.schedule.groups[static_cast<std::size_t>(sum.group)].rounds(sum.count, 4))
      for (const auto& message : round.receives) numbers += round.add ? static_cast<double>(message.count) : 0;
    if (sum.buffer < part.in_flight)
      of_chunk = std::max(of_chunk, numbers);
    else
      of_groups += numbers;
  }
  return part.in_flight * of_chunk + of_groups;
}

}  // namespace

#ifndef __SANITIZE_ADDRESS__
BOOST_AUTO_TEST_CASE(samples_and_trainer_take_what_is_counted) {
  const document::Perceptron network{210, 900, 26};
  const auto plan = partition::plan(speeds_of({1, 2, 3, 4, 5, 6}), options_of(network, 800, 2));
  for (const bool dense : {false, true}) {
    const auto counted = training_bytes(plan, {4, dense});
    // Neither the first, which collects the weights, nor the fastest of its column, which receives its sums.
    const document::Rectangle& r = plan.rectangles[1];
    BOOST_TEST_REQUIRE(plan.columns[0].processors.size() > 2U);
    BOOST_TEST_REQUIRE(r.column == 0);
    const double bytes = taken(partition::schedule(plan, r.processor, 4), network, dense);
    BOOST_TEST_CONTEXT("dense " << dense << ", counted " << counted[1] << ", taken " << bytes) {
      BOOST_TEST(bytes >= 0.98 * counted[1]);
      BOOST_TEST(bytes <= (dense ? 1.02 : 1.06) * counted[1]);  // lists of ones grow by doubling
    }
  }
}
#endif

BOOST_AUTO_TEST_CASE(sums_take_what_their_messages_bring) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 random(seed);
      const auto speed = test::drawn(random, 2 + random() % 9, 1, 9);
      const auto hidden = 40 + static_cast<std::int64_t>(random() % 100),
                 samples = 500 + static_cast<std::int64_t>(random() % 2000);
      const Options options =
          options_of({20, hidden, 5}, samples, 1 + static_cast<std::int64_t>(random() % speed.size()));
      auto plan = partition::plan(speeds_of(speed), options);
      const auto linear = training_bytes(plan, {});
      std::vector<double> expected;
      for (const auto& r : plan.rectangles)
        expected.push_back(received_at_a_time(partition::schedule(plan, r.processor, 4)));
      for (const Collective collective : {Collective::tree, Collective::ring}) {
        plan.collective = collective;
        const auto other = training_bytes(plan, {});
        for (std::size_t i = 0; i < other.size(); ++i) {
          const auto part = partition::schedule(plan, plan.rectangles[i].processor, 4);
          // A ring cuts each vector into pieces that differ by one.
          const double pieces = 4.0 * static_cast<double>(part.schedule.sums.size() * speed.size());
          BOOST_TEST(std::abs(other[i] - linear[i] - 4 * (received_at_a_time(part) - expected[i])) <= pieces);
        }
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
