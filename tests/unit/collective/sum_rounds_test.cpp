// SPDX-License-Identifier: MIT
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <span>

#include "collective/allreduce.hpp"

BOOST_AUTO_TEST_SUITE(sum_rounds)

using namespace uneven::collective;

namespace {

constexpr Collective all_collectives[] = {Collective::linear, Collective::tree, Collective::ring};

enum class Sending {
  eager,       ///< a send is over at once; what it sent is copied
  rendezvous,  ///< a send is over when its receiver has taken it, from the sender's own vector
};

/// By member; empty for allreduce_schedule's own.
using Tree = std::vector<Neighbours>;

/// Any tree: each member tells an earlier one, which adds its children in any order.
Tree random_tree(int members, std::mt19937& random) {
  Tree tree(static_cast<std::size_t>(members));
  for (int me = 1; me < members; ++me) {
    const auto parent = random() % static_cast<unsigned>(me);
    tree[me].parent = static_cast<int>(parent);
    auto& children = tree[parent].children;
    children.insert(children.begin() + static_cast<std::ptrdiff_t>(random() % (children.size() + 1)), me);
  }
  return tree;
}

/// Members that carry out their rounds step by step, in a random order, with one queue per pair.
template <class Real>
class Simulation {
 public:
  /// @param longest  elements of a message.
  Simulation(Collective collective, std::vector<std::vector<Real>> data, Sending sending, const Tree& tree,
             std::int64_t longest = 100)
      : data_(std::move(data)), sending_(sending) {
    const int members = static_cast<int>(data_.size());
    for (int me = 0; me < members; ++me) {
      const auto count = std::ssize(data_[0]);
      const Neighbours neighbours = tree.empty() ? binomial_neighbours(me, members) : tree[me];
      members_.push_back({allreduce_schedule(collective, me, members, count, neighbours, longest), 0, 0, {}, {}});
    }
    for (int me = 0; me < members; ++me) start(me);
  }

  /// Until nobody can move. @return whether everybody has finished and no message is left.
  bool run(std::mt19937& random) {
    std::vector<int> order(members_.size());
    std::iota(order.begin(), order.end(), 0);
    for (bool moved = true; moved;) {
      moved = false;
      std::shuffle(order.begin(), order.end(), random);
      for (const int me : order) moved |= step(me);
    }
    return std::ranges::all_of(members_, [](const Member& m) { return m.round == m.rounds.size(); }) &&
           std::ranges::all_of(queues_, [](const auto& queue) { return queue.second.empty(); });
  }

  const std::vector<std::vector<Real>>& data() const { return data_; }

 private:
  struct Member {
    std::vector<Round> rounds;
    std::size_t round;
    std::size_t pending_sends;
    std::vector<bool> taken;  ///< which of the round's messages have come
    std::vector<std::vector<Real>> received;
  };
  struct Sent {
    std::int64_t first, count;
    std::vector<Real> copy;  ///< of an eager message
  };

  void start(int me) {
    Member& m = members_[static_cast<std::size_t>(me)];
    if (m.round == m.rounds.size()) return;
    const Round& round = m.rounds[m.round];
    m.taken.assign(round.receives.size(), false);
    m.received.assign(round.receives.size(), {});
    m.pending_sends = sending_ == Sending::eager ? 0 : round.sends.size();
    for (const Message& message : round.sends)
      queues_[{me, message.member}].push_back({message.first, message.count, piece(me, message.first, message.count)});
  }

  /// Takes what has come; ends the round if all is done. @return whether anything happened.
  bool step(int me) {
    Member& m = members_[static_cast<std::size_t>(me)];
    if (m.round == m.rounds.size()) return false;
    const Round& round = m.rounds[m.round];
    bool moved = false;
    for (std::size_t i = 0; i < round.receives.size(); ++i) {
      const Message& wanted = round.receives[i];
      auto& queue = queues_[{wanted.member, me}];
      if (m.taken[i] || queue.empty()) continue;
      const Sent sent = queue.front();
      queue.pop_front();
      BOOST_TEST_REQUIRE(sent.first == wanted.first);
      BOOST_TEST_REQUIRE(sent.count == wanted.count);
      m.received[i] = sending_ == Sending::eager ? sent.copy : piece(wanted.member, sent.first, sent.count);
      if (!round.add) std::ranges::copy(m.received[i], target(me, wanted));  // straight into place
      if (sending_ == Sending::rendezvous) --members_[static_cast<std::size_t>(wanted.member)].pending_sends;
      m.taken[i] = moved = true;
    }
    if (m.pending_sends || std::ranges::count(m.taken, false)) return moved;
    if (round.add)
      for (std::size_t i = 0; i < round.receives.size(); ++i)
        std::ranges::transform(m.received[i], std::span(target(me, round.receives[i]), m.received[i].size()),
                               target(me, round.receives[i]), std::plus<Real>());
    ++m.round;
    start(me);
    return true;
  }

  std::vector<Real> piece(int me, std::int64_t first, std::int64_t count) const {
    const Real* begin = data_[static_cast<std::size_t>(me)].data() + first;
    return {begin, begin + count};
  }
  Real* target(int me, const Message& message) { return data_[static_cast<std::size_t>(me)].data() + message.first; }

  std::vector<std::vector<Real>> data_;
  Sending sending_;
  std::vector<Member> members_;
  std::map<std::pair<int, int>, std::deque<Sent>> queues_;
};

/// Calls `check(collective, members, count, sending, tree)` for every small case, and for some trees.
template <class Check>
void for_all_small_cases(Check check) {
  std::mt19937 random(7);
  for (const bool own_tree : {false, true})
    for (const Collective collective : all_collectives)
      for (int members = 1; members <= 9 && (collective == Collective::tree || !own_tree); ++members)
        for (std::int64_t count = 0; count <= 20; ++count)
          for (const Sending sending : {Sending::eager, Sending::rendezvous})
            BOOST_TEST_CONTEXT("collective " << static_cast<int>(collective) << ", own tree " << own_tree
                                             << ", members " << members << ", count " << count << ", sending "
                                             << static_cast<int>(sending))
  check(collective, members, count, sending, own_tree ? random_tree(members, random) : Tree());
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_member_ends_with_the_total) {
  for_all_small_cases([](Collective collective, int members, std::int64_t count, Sending sending, const Tree& tree) {
    // Powers of ten tell how often each member was counted.
    std::vector<std::vector<std::int64_t>> data;
    std::vector<std::int64_t> total(static_cast<std::size_t>(count), 0);
    for (std::int64_t me = 0, power = 1; me < members; ++me, power *= 10) {
      data.emplace_back(static_cast<std::size_t>(count), power);
      for (auto& sum : total) sum += power;
    }
    for (const std::int64_t longest : {1, 7, 100}) {
      std::mt19937 random(static_cast<unsigned>(count));
      Simulation<std::int64_t> simulation(collective, data, sending, tree, longest);
      BOOST_TEST_REQUIRE(simulation.run(random), "deadlock or messages left over");
      for (const auto& vector : simulation.data()) BOOST_TEST(vector == total);
    }
  });
}

BOOST_AUTO_TEST_CASE(all_members_end_with_the_same_bits_in_any_order_of_events_and_pieces) {
  for_all_small_cases([](Collective collective, int members, std::int64_t count, Sending sending, const Tree& tree) {
    std::mt19937 values(1);
    std::vector<std::vector<float>> data(static_cast<std::size_t>(members));
    for (auto& vector : data)
      for (std::int64_t i = 0; i < count; ++i)
        vector.push_back(std::ldexp(static_cast<float>(values() % 1999) - 999, static_cast<int>(values() % 30)));
    std::vector<float> first;
    for (unsigned seed = 0; seed < 3; ++seed) {
      BOOST_TEST_CONTEXT("seed " << seed) {
        std::mt19937 random(seed);
        Simulation<float> simulation(collective, data, sending, tree, 3 + 4 * seed);
        BOOST_TEST_REQUIRE(simulation.run(random), "deadlock or messages left over");
        if (seed == 0) first = simulation.data()[0];
        for (const auto& vector : simulation.data())
          BOOST_TEST((vector.empty() || std::memcmp(vector.data(), first.data(), vector.size() * sizeof(float)) == 0));
      }
    }
  });
}

BOOST_AUTO_TEST_CASE(as_much_travels_as_the_header_says) {
  for (int members = 2; members <= 17; ++members) {
    BOOST_TEST_CONTEXT("members " << members) {
      const std::int64_t count = 10 * members;
      int log2 = 0;
      while ((1 << log2) < members) ++log2;
      for (const Collective collective : all_collectives) {
        std::int64_t all = 0;
        for (int me = 0; me < members; ++me) {
          const auto rounds = allreduce_schedule(collective, me, members, count);
          std::int64_t sent = 0;
          for (const Round& round : rounds)
            for (const Message& message : round.sends) sent += message.count;
          all += sent;
          if (collective == Collective::tree) BOOST_TEST(std::ssize(rounds) <= 2 * log2);
          if (collective == Collective::ring) BOOST_TEST(sent == 2 * (members - 1) * count / members);
        }
        BOOST_TEST(all == 2 * (members - 1) * count);
      }
    }
  }
}

// Binary numbers of the members, from right to left: 5 = 101 tells 4 = 100.
BOOST_AUTO_TEST_CASE(binomial_trees_by_hand) {
  BOOST_TEST(binomial_neighbours(0, 6).children == (std::vector{1, 2, 4}), boost::test_tools::per_element());
  BOOST_TEST(binomial_neighbours(0, 6).parent == -1);
  BOOST_TEST(binomial_neighbours(4, 6).children == (std::vector{5}), boost::test_tools::per_element());
  BOOST_TEST(binomial_neighbours(4, 6).parent == 0);
  BOOST_TEST(binomial_neighbours(3, 6).parent == 2);
  BOOST_TEST(binomial_neighbours(3, 6).children.empty());
}

BOOST_AUTO_TEST_SUITE_END()
