// SPDX-License-Identifier: MIT
#include <boost/test/unit_test.hpp>
#include <set>

#include "../cases.hpp"
#include "../schedule/in_turn.hpp"
#include "elements/programs.hpp"
#include "elements/tree_sum.hpp"

BOOST_AUTO_TEST_SUITE(elements_schedule)

using namespace uneven;
using namespace uneven::elements;

namespace {

std::vector<schedule::Schedule> lists_of(const Superstep& superstep) {
  std::vector<schedule::Schedule> lists;
  for (int rank = 0; rank < superstep.ranks; ++rank) lists.push_back(elements::schedule(superstep, rank));
  return lists;
}

}  // namespace

/// A message holds the ranks that its sender has heard of, or has the orders.
BOOST_AUTO_TEST_CASE(rank_0_hears_of_all_and_then_all_hear_of_it) {
  uneven::test::for_seeds(100, [&](std::mt19937& random) {
    const Superstep superstep{.ranks = 1 + static_cast<int>(random() % 20),
                              .keyed_groups = static_cast<int>(random() % 3),
                              .wide_tables = random() % 2 == 0};
    const auto p = static_cast<std::size_t>(superstep.ranks);
    std::vector<std::set<int>> heard(p);
    std::vector<std::map<std::int64_t, std::set<int>>> exchanged(p);
    std::vector<char> told(p, 0);
    int messages = 0;
    schedule::InTurn<std::set<int>> turns;
    turns.work = [&](int rank, const schedule::Work& work) {
      if (work.name == task_step) heard[static_cast<std::size_t>(rank)] = {rank};
      if (work.name != task_central) return;
      BOOST_TEST(rank == 0);
      BOOST_TEST(heard[0].size() == p);
      told[0] = 1;
    };
    turns.send = [&](int rank, const schedule::Message& message) {
      ++messages;
      if (message.tag == tag_orders) BOOST_TEST(told[static_cast<std::size_t>(rank)] == 1);
      return message.tag == tag_exchange ? std::set{rank} : heard[static_cast<std::size_t>(rank)];
    };
    turns.receive = [&](int rank, const schedule::Message& message, const std::set<int>& from) {
      const auto at = static_cast<std::size_t>(rank);
      if (message.tag == tag_exchange) exchanged[at][message.index].insert(from.begin(), from.end());
      if (message.tag == tag_sums) heard[at].insert(from.begin(), from.end());
      if (message.tag == tag_orders) told[at] = 1;
    };
    BOOST_TEST(turns.run(lists_of(superstep), random));
    const int exchanges = superstep.keyed_groups + (superstep.wide_tables && superstep.ranks > 2);
    BOOST_TEST(messages == (superstep.ranks - 1) * (2 + exchanges * superstep.ranks));
    for (std::size_t rank = 0; rank < p; ++rank) {
      BOOST_TEST(told[rank] == 1);
      for (int exchange = 0; exchange < exchanges; ++exchange) BOOST_TEST(exchanged[rank][exchange].size() == p - 1);
    }
  });
}

BOOST_AUTO_TEST_CASE(programs_exchange_for_keyed_groups_and_wide_tables) {
  const auto exchanges = [](const char* name, const Settings& settings, int ranks) {
    return superstep_of(*make_program(name, settings), ranks).exchanges();
  };
  Settings narrow;
  narrow.elements = 1000;
  narrow.columns = 3;
  BOOST_TEST(exchanges("kmeans", narrow, 4) == 0);
  BOOST_TEST(exchanges("pagerank", narrow, 4) == 1);
  Settings wide = narrow;
  wide.clusters = 128;  // tables of 128 (3 + 1) doubles, and a candidate
  BOOST_TEST(exchanges("kmeans", wide, 4) == 1);
  BOOST_TEST(exchanges("kmeans", wide, 2) == 0);
}

BOOST_AUTO_TEST_SUITE_END()
