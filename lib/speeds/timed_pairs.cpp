// SPDX-License-Identifier: MIT
#include "speeds/timed_pairs.hpp"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace uneven::speeds {

namespace {

constexpr std::size_t all_pairs_up_to = 16, most_places = 80, most_rested = 8, most_turns = 8;

/// Host of a rank, and its place among the ranks of that host.
struct Seat {
  std::size_t host = 0, place = 0;
};

std::vector<Seat> seats_of(const HostRanks& hosts) {
  std::size_t p = 0;
  for (const auto& ranks : hosts) p += ranks.size();
  std::vector<Seat> seats(p);
  for (std::size_t host = 0; host < hosts.size(); ++host)
    for (std::size_t place = 0; place < hosts[host].size(); ++place)
      seats[static_cast<std::size_t>(hosts[host][place])] = {host, place};
  return seats;
}

/// Up to `most` of the numbers from 0 to count - 1, evenly spread.
std::vector<std::size_t> evenly(std::size_t count, std::size_t most) {
  std::vector<std::size_t> chosen(std::min(count, most));
  for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = i * count / chosen.size();
  return chosen;
}

std::vector<TimedPair> all_pairs(const std::vector<Seat>& seats, bool two_levels) {
  std::vector<TimedPair> pairs;
  for (std::size_t a = 0; a < seats.size(); ++a)
    for (std::size_t b = a + 1; b < seats.size(); ++b)
      pairs.push_back({static_cast<int>(a), static_cast<int>(b), two_levels && seats[a].host == seats[b].host});
  return pairs;
}

std::vector<TimedPair> round_about(std::size_t p) {
  std::vector<TimedPair> pairs;
  for (const std::size_t a : evenly(p, most_places)) {
    pairs.push_back({static_cast<int>(a), static_cast<int>((a + 1) % p)});
    if (a < p / 2) pairs.push_back({static_cast<int>(a), static_cast<int>(a + p / 2)});
  }
  return pairs;
}

/// One pair of each host in each round: neighbours and ranks half a host apart alternately, which on hosts with two
/// sockets are on one and on two of them.
std::vector<TimedPair> within_hosts(const HostRanks& hosts, std::size_t most) {
  std::vector<TimedPair> pairs, of_round;
  for (std::size_t round = 0; pairs.size() < most; ++round) {
    of_round.clear();
    for (const auto& ranks : hosts) {
      const std::size_t half = ranks.size() / 2;
      if (round < half) of_round.push_back({ranks[round], ranks[round + (round % 2 == 0 ? 1 : half)], true});
    }
    if (of_round.empty()) break;
    for (const std::size_t i : evenly(of_round.size(), most - pairs.size())) pairs.push_back(of_round[i]);
  }
  return pairs;
}

/// The next host and the host half-way round alternately.
std::vector<TimedPair> between_hosts(const HostRanks& hosts, const std::vector<Seat>& seats) {
  std::vector<TimedPair> pairs;
  std::set<std::pair<int, int>> known;
  std::size_t turn = 0;
  for (const std::size_t rank : evenly(seats.size(), most_places)) {
    const std::size_t distance = turn++ % 2 == 0 ? 1 : hosts.size() / 2;
    const auto& partners = hosts[(seats[rank].host + distance) % hosts.size()];
    const std::pair<int, int> pair = std::minmax(static_cast<int>(rank), partners[seats[rank].place % partners.size()]);
    if (known.insert(pair).second) pairs.push_back({pair.first, pair.second});
  }
  return pairs;
}

/// On one level neighbours; on two, pairs between hosts. Each rank sends first in one of them at most.
void choose_rests(std::vector<TimedPair>& pairs, bool two_levels) {
  std::set<int> taken;
  std::size_t rests = 0;
  for (TimedPair& pair : pairs) {
    if (rests == most_rested) return;
    pair.after_rest = two_levels ? !pair.within_host && !taken.contains(pair.first) && !taken.contains(pair.second)
                                 : pair.second == pair.first + 1;
    if (!pair.after_rest) continue;
    ++rests;
    taken.insert({pair.first, pair.second});
  }
}

/// Up to `most` ranks of the hosts after `host`: the first of each host, then the second of each, and so on.
/// @param most  at least the number of ranks on any host.
std::vector<int> ranks_after(const HostRanks& hosts, std::size_t host, std::size_t most) {
  std::vector<int> found;
  for (std::size_t place = 0; place < most && found.size() < most; ++place)
    for (std::size_t i = 1; i < hosts.size() && found.size() < most; ++i)
      if (const auto& ranks = hosts[(host + i) % hosts.size()]; place < ranks.size()) found.push_back(ranks[place]);
  return found;
}

}  // namespace

HostRanks ranks_by_host(const std::vector<std::string>& hosts) {
  HostRanks ranks;
  std::map<std::string, std::size_t> known;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    const auto [at, is_new] = known.try_emplace(hosts[rank], ranks.size());
    if (is_new) ranks.emplace_back();
    ranks[at->second].push_back(static_cast<int>(rank));
  }
  return ranks;
}

bool has_two_levels(const HostRanks& hosts) {
  return hosts.size() > 1 && std::ranges::any_of(hosts, [](const auto& ranks) { return ranks.size() > 1; });
}

std::vector<TimedPair> timed_pairs(const HostRanks& hosts) {
  const std::vector<Seat> seats = seats_of(hosts);
  const bool two_levels = has_two_levels(hosts);
  std::vector<TimedPair> pairs;
  if (seats.size() <= all_pairs_up_to) {
    pairs = all_pairs(seats, two_levels);
  } else if (two_levels) {
    pairs = within_hosts(hosts, std::min(seats.size(), most_places) / 2);
    std::ranges::copy(between_hosts(hosts, seats), std::back_inserter(pairs));
  } else {
    pairs = round_about(seats.size());
  }
  choose_rests(pairs, two_levels);
  return pairs;
}

std::vector<CardTurn> card_turns(const HostRanks& hosts) {
  std::vector<CardTurn> turns;
  if (!has_two_levels(hosts)) return turns;
  const std::size_t most = std::ranges::max(hosts, {}, &std::vector<int>::size).size();
  std::vector<std::size_t> fullest;
  for (std::size_t host = 0; host < hosts.size(); ++host)
    if (hosts[host].size() == most) fullest.push_back(host);
  for (const std::size_t i : evenly(fullest.size(), most_turns)) {
    const std::vector<int> others = ranks_after(hosts, fullest[i], most);
    CardTurn& turn = turns.emplace_back(hosts[fullest[i]], std::vector<int>(most));
    for (std::size_t sender = 0; sender < most; ++sender) turn.receivers[sender] = others[sender % others.size()];
  }
  return turns;
}

}  // namespace uneven::speeds
