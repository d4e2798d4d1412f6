// SPDX-License-Identifier: MIT
#include "schedule/performer.hpp"

#include <boost/test/unit_test.hpp>
#include <numeric>

#include "in_memory.hpp"

BOOST_AUTO_TEST_SUITE(performer)

using namespace uneven;
using namespace uneven::schedule;

namespace {

/// A pipeline 2 -> 1 -> 0: each adds what comes to its own numbers, block by block, and passes it on.
constexpr std::int64_t blocks = 5, length = 3;

Schedule pipeline(int rank, bool add) {
  Schedule list;
  list.element_bytes = sizeof(double);
  for (std::int64_t b = 0; b < blocks; ++b) {
    const document::Range block{b * length, length};
    const int buffer = static_cast<int>(b % 2);
    if (rank < 2) list.operations.push_back(Receive{{rank + 1, 7, buffer, b, {0, 1}, block}, add});
    if (rank < 2 && !add) list.operations.push_back(Work{.index = b, .empties = buffer});
    if (rank > 0) list.operations.push_back(Send{{rank - 1, 7, -1, b, {0, 1}, block}});
  }
  return list;
}

struct Adder : Actor {
  std::vector<double> own = std::vector<double>(blocks * length, 1), inbox = std::vector<double>(2 * length);

  double* slot(std::int64_t index) { return inbox.data() + index % 2 * length; }
  void add(std::int64_t block) {
    for (std::int64_t i = 0; i < length; ++i) own[block * length + i] += slot(block)[i];
  }
  void work(const Work& work) override { add(work.index); }
  void join(const Receive& receive) override { add(receive.message.index); }
  Memory memory(const Send& send) override {
    return {.data = own.data() + send.message.columns.first, .columns = length, .element_bytes = sizeof(double)};
  }
  Memory memory(const Receive& receive) override {
    return {.data = slot(receive.message.index), .columns = length, .element_bytes = sizeof(double)};
  }
};

}  // namespace

/// Two blocks have room at a time, so one that came before its buffer was free would spoil another.
BOOST_AUTO_TEST_CASE(blocks_wait_for_their_buffers) {
  for (const bool add : {true, false}) {
    Mailbox mailbox;
    on_ranks(3, mailbox, [&](int rank, Transport& transport) {
      const Schedule list = pipeline(rank, add);
      Adder adder;
      Performer<double> performer(list, transport, adder, {});
      for (int time = 0; time < 3; ++time) {
        std::iota(adder.own.begin(), adder.own.end(), rank);
        performer.perform();
        for (std::size_t i = 0; i < adder.own.size(); ++i) {
          const double expected = rank == 2 ? 2. + i : rank == 1 ? 3. + 2 * i : 3. + 3 * i;
          if (adder.own[i] != expected) throw std::logic_error("a block was not joined as it was sent");
        }
      }
    });
    BOOST_TEST((mailbox.sent.at({2, 1}) == std::pair<std::size_t, std::size_t>{15, 15 * 3 * 8}));
  }
}

BOOST_AUTO_TEST_CASE(a_sum_is_that_of_all_members_everywhere) {
  for (const auto collective :
       {collective::Collective::linear, collective::Collective::tree, collective::Collective::ring})
    for (int ranks = 1; ranks <= 6; ++ranks) {
      Mailbox mailbox;
      on_ranks(ranks, mailbox, [&](int rank, Transport& transport) {
        std::vector<int> members(static_cast<std::size_t>(ranks));
        std::iota(members.rbegin(), members.rend(), 0);
        Schedule list;
        list.groups = {sum_group(members, rank, collective)};
        list.sums = {{.count = 9, .element_bytes = 8, .tag = 3},
                     {.first = 9, .count = 2, .element_bytes = 8, .tag = 4}};
        list.operations = {StartSums{0, 2}, FinishSums{0, 2}};
        std::vector<double> numbers(11, rank + 1);
        Adder nobody;
        Performer<double>(list, transport, nobody, {numbers.data()}).perform();
        if (numbers != std::vector<double>(11, ranks * (ranks + 1) / 2)) throw std::logic_error("not the sum");
      });
    }
}

BOOST_AUTO_TEST_SUITE_END()
