// SPDX-License-Identifier: MIT
#include "speeds/timed_pairs.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../cases.hpp"

BOOST_AUTO_TEST_SUITE(timed_pairs_of_ranks)

using namespace uneven;
using namespace uneven::speeds;

namespace {

using Names = std::vector<std::string>;

/// Host names of up to `most` ranks, in blocks or mixed, on hosts of any sizes.
Names random_hosts(std::mt19937& rng, unsigned most) {
  Names names(2 + rng() % (most - 1));
  const unsigned hosts = 1 + rng() % (rng() % 2 == 0 ? 4 : static_cast<unsigned>(names.size()));
  for (std::string& name : names) name = "h" + std::to_string(rng() % hosts);
  if (rng() % 2 == 0) std::ranges::sort(names);
  return names;
}

std::map<std::string, int> ranks_on(const Names& names) {
  std::map<std::string, int> count;
  for (const std::string& name : names) ++count[name];
  return count;
}

bool is_of_two_levels(const Names& names) {
  const auto hosts = ranks_on(names);
  return hosts.size() > 1 && hosts.size() < names.size();
}

const std::string& host(const Names& names, int rank) { return names.at(static_cast<std::size_t>(rank)); }

Names one_host(std::size_t ranks) { return Names(ranks, "h"); }

Names blocks(int hosts, int ranks_each) {
  Names names;
  for (int rank = 0; rank < hosts * ranks_each; ++rank) names.push_back("h" + std::to_string(rank / ranks_each));
  return names;
}

std::string shown(const std::vector<TimedPair>& pairs) {
  std::string text;
  for (const TimedPair& pair : pairs)
    text += std::to_string(pair.first) + "-" + std::to_string(pair.second) + (pair.within_host ? "w" : "") +
            (pair.after_rest ? "r" : "") + " ";
  return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(ranks_are_listed_by_host) {
  BOOST_TEST((ranks_by_host({"b", "a", "b", "c", "a"}) == HostRanks{{0, 2}, {1, 4}, {3}}));
}

BOOST_AUTO_TEST_CASE(of_few_ranks_all_pairs_are_timed) {
  BOOST_TEST(shown(timed_pairs(ranks_by_host(one_host(2)))) == "0-1r ");
  BOOST_TEST(shown(timed_pairs(ranks_by_host({"a", "b", "c"}))) == "0-1r 0-2 1-2r ");
  BOOST_TEST(shown(timed_pairs(ranks_by_host(blocks(2, 2)))) == "0-1w 0-2r 0-3 1-2 1-3r 2-3w ");
  for (std::size_t p = 2; p <= 16; ++p)
    for (const int each : {1, 2, 3}) {
      Names names = blocks(16, each);
      names.resize(p);
      BOOST_TEST(timed_pairs(ranks_by_host(names)).size() == p * (p - 1) / 2);
    }
}

/// One host, and hosts of one rank each: neighbours, and the ranks half-way round.
BOOST_AUTO_TEST_CASE(on_one_level_names_of_hosts_do_not_matter) {
  for (const int p : {17, 40, 80, 81, 200}) {
    const auto pairs = timed_pairs(ranks_by_host(one_host(static_cast<std::size_t>(p))));
    BOOST_TEST(shown(pairs) == shown(timed_pairs(ranks_by_host(blocks(p, 1)))));
    BOOST_TEST(pairs.size() <= 120u);
    int rests = 0;
    for (const TimedPair& pair : pairs) {
      const int distance = (pair.second - pair.first + p) % p;
      BOOST_TEST((distance == 1 || distance == p / 2));
      rests += pair.after_rest;
    }
    BOOST_TEST(rests == 8);
  }
}

BOOST_AUTO_TEST_CASE(no_pair_is_timed_twice_and_each_is_of_its_level) {
  for (unsigned seed = 0; seed < test::cases(500); ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Names names = random_hosts(rng, 300);
      const bool two_levels = is_of_two_levels(names);
      std::set<std::set<int>> known;
      std::set<bool> levels;
      for (const TimedPair& pair : timed_pairs(ranks_by_host(names))) {
        BOOST_TEST(pair.first != pair.second);
        BOOST_TEST(known.insert({pair.first, pair.second}).second);
        BOOST_TEST(pair.within_host == (two_levels && host(names, pair.first) == host(names, pair.second)));
        levels.insert(pair.within_host);
      }
      BOOST_TEST(levels.size() == (two_levels ? 2u : 1u));
      BOOST_TEST(has_two_levels(ranks_by_host(names)) == two_levels);
    }
}

BOOST_AUTO_TEST_CASE(two_levels_take_no_more_pairs_than_one) {
  for (unsigned seed = 0; seed < test::cases(500); ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Names names = random_hosts(rng, 300);
      BOOST_TEST(timed_pairs(ranks_by_host(names)).size() <= timed_pairs(ranks_by_host(one_host(names.size()))).size());
    }
}

/// 40 pairs within hosts at most, and half as many as ranks: enough for every host with several, up to 40 of them.
BOOST_AUTO_TEST_CASE(every_host_with_several_ranks_is_covered) {
  for (unsigned seed = 0; seed < test::cases(500); ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Names names = random_hosts(rng, 300);
      if (!is_of_two_levels(names)) continue;
      std::set<std::string> covered;
      for (const TimedPair& pair : timed_pairs(ranks_by_host(names)))
        if (pair.within_host) covered.insert(host(names, pair.first));
      const auto several = std::ranges::count_if(ranks_on(names), [](const auto& on) { return on.second > 1; });
      BOOST_TEST(std::ssize(covered) == std::min<std::ptrdiff_t>(several, 40));
    }
}

BOOST_AUTO_TEST_CASE(of_many_hosts_ranks_everywhere_are_timed) {
  const auto pairs = timed_pairs(ranks_by_host(blocks(1000, 4)));
  int within = 0, last_within = 0, last_between = 0;
  for (const TimedPair& pair : pairs) {
    within += pair.within_host;
    int& last = pair.within_host ? last_within : last_between;
    last = std::max(last, pair.first);
  }
  BOOST_TEST(within == 40);
  BOOST_TEST(pairs.size() >= 100u);
  BOOST_TEST(last_within >= 3800);
  BOOST_TEST(last_between >= 1900);
}

BOOST_AUTO_TEST_CASE(links_between_hosts_rest_and_no_rank_is_in_two_of_them) {
  for (unsigned seed = 0; seed < test::cases(500); ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Names names = random_hosts(rng, 60);
      if (!is_of_two_levels(names)) continue;
      std::vector<int> ranks;
      for (const TimedPair& pair : timed_pairs(ranks_by_host(names)))
        if (pair.after_rest) {
          BOOST_TEST(host(names, pair.first) != host(names, pair.second));
          ranks.insert(ranks.end(), {pair.first, pair.second});
        }
      BOOST_TEST((std::set<int>(ranks.begin(), ranks.end()).size() == ranks.size()));
      BOOST_TEST((ranks.size() >= 2 && ranks.size() <= 16));
    }
}

BOOST_AUTO_TEST_CASE(a_card_passes_what_all_ranks_of_a_fullest_host_send_to_others) {
  for (unsigned seed = 0; seed < test::cases(500); ++seed) BOOST_TEST_CONTEXT("seed " << seed) {
      std::mt19937 rng(seed);
      const Names names = random_hosts(rng, 100);
      const auto turns = card_turns(ranks_by_host(names));
      BOOST_TEST(turns.empty() != is_of_two_levels(names));
      if (turns.empty()) continue;
      const auto on = ranks_on(names);
      const int most = std::ranges::max_element(on, {}, [](const auto& h) { return h.second; })->second;
      const auto fullest = std::ranges::count(on, most, [](const auto& h) { return h.second; });
      BOOST_TEST(std::ssize(turns) == std::min<std::ptrdiff_t>(fullest, 8));
      std::set<std::string> timed;
      for (const CardTurn& turn : turns) {
        const std::string sender = host(names, turn.senders.front());
        timed.insert(sender);
        BOOST_TEST(std::ssize(turn.senders) == most);
        BOOST_TEST((std::set<int>(turn.senders.begin(), turn.senders.end()).size() == turn.senders.size()));
        for (const int rank : turn.senders) BOOST_TEST(host(names, rank) == sender);
        std::set<int> receivers(turn.receivers.begin(), turn.receivers.end());
        std::set<std::string> hosts;
        for (const int rank : receivers) hosts.insert(host(names, rank));
        BOOST_TEST(turn.receivers.size() == turn.senders.size());
        BOOST_TEST(!hosts.contains(sender));
        BOOST_TEST(hosts.size() == std::min(turn.senders.size(), on.size() - 1));
        BOOST_TEST(receivers.size() == std::min(turn.senders.size(), names.size() - turn.senders.size()));
      }
      BOOST_TEST(timed.size() == turns.size());
    }
}

BOOST_AUTO_TEST_SUITE_END()
