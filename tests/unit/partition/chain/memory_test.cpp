// SPDX-License-Identifier: MIT
#include "partition/chain/memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <random>
#include <sstream>
#include <string>

#include "../../cases.hpp"
#include "../../schedule/in_memory.hpp"
#include "../by_hand.hpp"
#include "base/error.hpp"
#include "check/sound.hpp"
#include "document/document.hpp"
#include "partition/chain/trainer.hpp"

BOOST_AUTO_TEST_SUITE(chain_memory)

using namespace uneven;
using namespace uneven::partition;

namespace {

document::Partition planned(const std::vector<double>& speeds, const std::vector<std::int64_t>& units,
                            std::int64_t samples, Collective collective = Collective::linear) {
  Options options;
  options.samples = samples;
  options.collective = collective;
  return plan_chain(by_hand(speeds), units, options);
}

std::vector<std::vector<LayerHold>> holds_of(const document::Partition& plan) {
  const ChainProblem chain{document::units_of(plan), plan.samples, plan.collective};
  std::vector<std::vector<LayerHold>> layers;
  for (std::size_t j = 0; j < plan.layers.size(); ++j)
    layers.push_back(layer_holds(chain, j, plan.layers[j].cut, Shape(plan.layers[j], plan.cluster.size()),
                                 document::speeds_of(plan.cluster)));
  return layers;
}

/// Numbers that a member receives to add them, in the messages of its schedule: of all groups, and of the column where
/// that is most.
struct Brought {
  double groups = 0, column = 0;
};

Brought brought(const ChainPart& part) {
  Brought found;
  for (const schedule::Sum& sum : part.schedule.sums) {
    if (sum.buffer < 0) continue;
    double numbers = 0;
    for (const auto& round : part.schedule.groups[static_cast<std::size_t>(sum.group)].rounds(sum.count, 4))
      for (const auto& message : round.receives) numbers += round.add ? static_cast<double>(message.count) : 0;
    if (sum.buffer < static_cast<int>(part.layers.size()) * chain_buffers)
      found.column = std::max(found.column, numbers);
    else
      found.groups += numbers;
  }
  return found;
}

document::Speeds with_memory(const std::vector<double>& speeds, const std::vector<double>& bytes) {
  document::Speeds made = by_hand(speeds);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    made.processors[i].memory_bytes = static_cast<std::int64_t>(std::ceil(bytes[i]));
  return made;
}

void require_sound(const document::Partition& plan) {
  std::ostringstream text;
  write_document(text, plan, false);
  const auto found = check::faults_of(document::parse(text.str(), "plan", {"partition"}));
  BOOST_TEST(found.empty(), (found.empty() ? "" : found.front()));
}

}  // namespace

#ifndef __SANITIZE_ADDRESS__  // whose allocator does not tell what is in use
BOOST_AUTO_TEST_CASE(a_trainer_takes_what_is_counted) {
  const auto in_use = [] {
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
  };
  for (const std::int64_t samples : {40, 3000}) {
    const auto plan = planned({1, 2, 3, 4}, {300, 250, 200, 50}, samples);
    const auto layers = holds_of(plan);
    for (std::int64_t processor = 0; processor < 4; ++processor) {
      double counted = 0;
      for (const auto& holds : layers) counted += 4 * holds[static_cast<std::size_t>(processor)].held;
      const ChainPart part = chain_part(plan, processor, 4);
      std::vector<float> inputs(static_cast<std::size_t>(part.layers.front().samples.count * 300));
      std::vector<float> targets(static_cast<std::size_t>(part.layers.back().samples.count * 50));
      Mailbox mailbox;
      InMemory transport(mailbox, static_cast<int>(processor));
      const double before = in_use();
      const auto trainer = std::make_unique<ChainTrainer<float>>(transport, part);
      trainer->set_data(inputs.data(), targets.data(), 50);
      const double taken = in_use() - before;
      BOOST_TEST_CONTEXT(samples << " samples, processor " << processor << ": counted " << counted << ", taken "
                                 << taken) {
        BOOST_TEST(taken >= 0.99 * counted);
        BOOST_TEST(taken <= 1.02 * counted + 20'000);  // and the schedule
      }
    }
  }
}
#endif

BOOST_AUTO_TEST_CASE(sums_take_what_their_messages_bring) {
  test::for_seeds(test::cases(30), [](std::mt19937& random) {
    const auto speeds = test::drawn(random, 2 + random() % 7, 1, 9);
    const auto collective = std::array{Collective::linear, Collective::tree, Collective::ring}[random() % 3];
    const auto plan = planned(speeds, {30, 20 + static_cast<std::int64_t>(random() % 60), 40, 10},
                              20 + static_cast<std::int64_t>(random() % 900), collective);
    const auto layers = holds_of(plan);
    for (std::size_t i = 0; i < speeds.size(); ++i) {
      const ChainPart part = chain_part(plan, static_cast<std::int64_t>(i), 4);
      const Brought expected = brought(part);
      double groups = 0, column = 0;
      for (const auto& holds : layers) groups += holds[i].groups, column = std::max(column, holds[i].column);
      // A ring cuts each vector into pieces that differ by one.
      const double pieces = static_cast<double>(part.schedule.sums.size() * speeds.size());
      BOOST_TEST(std::abs(groups - expected.groups) <= (collective == Collective::ring ? pieces : 0));
      BOOST_TEST(std::abs(column - expected.column) <= (collective == Collective::ring ? pieces : 0));
    }
  });
}

// Enough memory changes nothing; a little less for one processor, and the plan fits or there is none.
BOOST_AUTO_TEST_CASE(plans_keep_to_the_memory) {
  int fitting = 0;
  test::for_seeds(test::cases(25), [&](std::mt19937& random) {
    const auto speeds = test::drawn(random, 2 + random() % 5, 1, 9);
    const std::vector<std::int64_t> units{40, 30 + static_cast<std::int64_t>(random() % 50), 25, 10};
    Options options;
    options.samples = 100 + static_cast<std::int64_t>(random() % 2000);
    const auto free = plan_chain(by_hand(speeds), units, options);
    auto bytes = chain_bytes(free, 4);
    const auto same = plan_chain(with_memory(speeds, bytes), units, options);
    BOOST_TEST(same.input.value() == "dense");
    BOOST_TEST((same.balance == document::Balance::work));
    BOOST_TEST((chain_bytes(same, 4) == bytes));
    require_sound(same);
    for (double& byte : bytes) byte *= 1.4;
    bytes[random() % bytes.size()] *= 0.55;
    const auto limited = plan_chain_within_memory(with_memory(speeds, bytes), units, options);
    if (!limited) return;
    ++fitting;
    const auto needed = chain_bytes(*limited, 4);
    for (std::size_t i = 0; i < needed.size(); ++i) BOOST_TEST(needed[i] <= std::ceil(bytes[i]));
    require_sound(*limited);
  });
  BOOST_TEST(fitting > static_cast<int>(test::cases(25)) / 2);
}

BOOST_AUTO_TEST_CASE(what_does_not_fit_is_refused_with_what_does) {
  const std::vector<std::int64_t> units{40, 60, 25, 10};
  const auto speeds = with_memory({1, 2}, {200'000, 200'000});
  Options options;
  options.samples = 10'000;
  std::string message;
  try {
    plan_chain(speeds, units, options);
  } catch (const InputError& error) {
    message = error.what();
  }
  const std::string begin = "10000 samples of 40-60-25-10 do not fit: memory holds ";
  BOOST_TEST_REQUIRE(message.starts_with(begin));
  options.samples = std::stoll(message.substr(begin.size()));
  BOOST_TEST(options.samples > 100);
  const auto plan = plan_chain(speeds, units, options);
  for (const double needed : chain_bytes(plan, 4)) BOOST_TEST(needed <= 200'000);
  document::Partition shrunk_memory = plan;
  shrunk_memory.cluster[1].memory_bytes = 10'000;
  std::ostringstream text;
  write_document(text, shrunk_memory, false);
  const auto faults = check::faults_of(document::parse(text.str(), "plan", {"partition"}));
  BOOST_TEST_REQUIRE(!faults.empty());
  BOOST_TEST(faults.front().find("/cluster/1: needs ") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
