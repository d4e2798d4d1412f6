// SPDX-License-Identifier: MIT
#include "elements/stealing_rule.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <random>
#include <set>

#include "../cases.hpp"
#include "made_up.hpp"

BOOST_AUTO_TEST_SUITE(stealing_rule)

using namespace uneven::elements;
using test::between;

BOOST_AUTO_TEST_CASE(both_are_done_at_the_same_time) {
  constexpr double bytes = 98304;
  // 11 s of blocks here, none there, twice as fast: the thief is done with its g-th at g / 2 and the victim, from
  // its last, with that one at 11 - g.
  BOOST_TEST(blocks_to_give({11, 0, 1, bytes}, {0, 0.5, 0}, 1e-3) == 7);
  BOOST_TEST(blocks_to_give({10, 0, 1, bytes}, {0, 0, 0}, 1e-3) == 5);  // a thief of unknown speed is as fast
  uneven::test::for_seeds(300, [&](std::mt19937& random) {
    const std::size_t left = random() % 50;
    const double block_s = between(random, 0.01, 2), theirs = between(random, 0.01, 2), has = between(random, 0, 20);
    std::size_t most = 0;
    const double mine = double(left) * block_s;
    if (mine - has >= 0.1)
      while (most < left && has + double(most + 1) * theirs < mine - double(most) * block_s) ++most;
    BOOST_TEST(blocks_to_give({left, 9, block_s, bytes}, {0, theirs, has}, 0.1) == most);
    // What travels longer than it saves stays.
    const double byte_s = between(random, 0, 1e-4);
    const std::size_t leaving = random() % 9;
    const auto fewer = blocks_to_give({left, leaving, block_s, bytes}, {byte_s, theirs, has}, 0.1);
    BOOST_TEST(fewer <= most);
    if (fewer > 0) BOOST_TEST(double(fewer + leaving) * byte_s * bytes <= (mine - has) / 2 * (1 + 1e-9));
  });
}

BOOST_AUTO_TEST_CASE(the_one_expected_to_be_busy_longest_is_asked_first) {
  uneven::test::for_seeds(100, [&](std::mt19937& random) {
    const int ranks = 2 + int(random() % 8), me = int(random() % unsigned(ranks));
    std::vector<double> seconds(static_cast<std::size_t>(ranks));
    for (double& s : seconds) s = double(1 + random() % 5);
    StealingRule rule(me, ranks, 0);
    rule.begin({0, 100}, seconds, std::vector<std::int64_t>(seconds.size(), 100));
    BOOST_TEST(!rule.victim({0.001, 50}).has_value());  // who has work does not ask
    std::set<int> asked;
    double before = 9;
    for (std::optional<int> victim; (victim = rule.victim({0.002, 0})); rule.answered(0)) {
      const double expected = seconds[std::size_t(*victim)];
      BOOST_TEST(*victim != me);
      BOOST_TEST(asked.insert(*victim).second);  // who refused is not asked again
      BOOST_TEST((expected <= before && expected > std::ranges::min(seconds)));
      before = expected;
    }
    const auto busy = std::ranges::count_if(seconds, [&](double s) { return s > std::ranges::min(seconds); });
    BOOST_TEST(std::ssize(asked) == busy - (seconds[std::size_t(me)] > std::ranges::min(seconds)));
    BOOST_TEST(!rule.has_victims());
  });
}

BOOST_AUTO_TEST_CASE(one_that_gave_is_asked_after_the_others_and_a_refusal_holds_for_a_round) {
  StealingRule rule(0, 4, 0);
  rule.begin({0, 0}, {1, 9, 8, 7}, {5, 5, 5, 5});
  std::vector<int> asked;
  for (const std::int64_t answer : {3, 0, 0, 1, 0}) {
    asked.push_back(rule.victim({0.01, 0}).value());
    rule.answered(answer);
  }
  BOOST_TEST(asked == (std::vector<int>{1, 2, 3, 1, 1}), boost::test_tools::per_element());
  // Someone gave in this round, so all are asked again; nobody does in the next.
  for (int turn = 0; turn < 3; ++turn) rule.answered((rule.victim({0.01, 0}).value(), 0));
  BOOST_TEST(!rule.victim({0.01, 0}).has_value());
}

BOOST_AUTO_TEST_CASE(equal_processes_are_asked_only_where_a_question_costs_next_to_nothing) {
  for (const std::vector<double>& seconds : {std::vector<double>(), std::vector<double>(5, 3.0)}) {
    StealingRule rule(0, 5, 0);
    rule.begin({0, 0}, seconds, {5, 5, 5, 5, 5});
    BOOST_TEST(!rule.victim({0.09, 0}).has_value());
    rule.begin({0, 0}, seconds, {5, 5, 5, 5, 5});
    BOOST_TEST(rule.victim({0.11, 0}).has_value());
    rule.answered(0);
    BOOST_TEST(!rule.victim({0.11, 0}).has_value());  // one in a tenth of a second
    BOOST_TEST(rule.unasked_until() == 0.1);
  }
}

BOOST_AUTO_TEST_CASE(thieves_who_know_of_nobody_begin_at_different_ones) {
  uneven::test::for_seeds(20, [&](std::mt19937& random) {
    const int ranks = 3 + int(random() % 20);
    std::vector<double> seconds(static_cast<std::size_t>(ranks));
    for (double& s : seconds) s = between(random, 1, 3);
    std::set<int> first;
    for (int rank = 0; rank < ranks; ++rank) {
      StealingRule rule(rank, ranks, 0);
      rule.begin({0, 0}, seconds, std::vector<std::int64_t>(seconds.size(), 5));
      first.insert(rule.victim({4, 0}).value());
    }
    BOOST_TEST(std::ssize(first) == ranks);
  });
}

BOOST_AUTO_TEST_CASE(pace_is_that_of_late_and_waiting_is_not_slowness) {
  StealingRule rule(0, 2, 0);
  rule.begin({0, 100}, {}, {100, 100});
  BOOST_TEST(rule.pace({1, 100}) == 0);
  BOOST_TEST(rule.pace({1, 90}) == 0.1);
  BOOST_TEST(rule.left_s({1.5, 80}) == 80 * 0.05, boost::test_tools::tolerance(1e-12));
  rule.take_pace(0.05, {9, 80});
  BOOST_TEST(rule.pace({10, 70}) == 0.1);
  rule.took(5, 11);  // blocks that have come were not computed
  BOOST_TEST(rule.pace({12, 65}) == 0.2);
}

BOOST_AUTO_TEST_SUITE_END()
