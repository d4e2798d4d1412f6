// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace uneven::speeds {

/// Ranks of each host, ascending; hosts in the order of their first ranks.
using HostRanks = std::vector<std::vector<int>>;

/// @param hosts  name of each rank's host, shape [p]. Cost: O(p log p).
HostRanks ranks_by_host(const std::vector<std::string>& hosts);

/// Whether some pairs of ranks are within a host and others between hosts.
bool has_two_levels(const HostRanks& hosts);

/// Two ranks between which messages are timed.
struct TimedPair {
  int first, second;         ///< `first` sends first
  bool within_host = false;  ///< two levels only; on one level all pairs are alike
  bool after_rest = false;   ///< also timed after a rest of their link
};

/// The pairs of ranks that stand for the network. Up to 16 ranks, all pairs.
///
/// One level, more ranks: of up to 80 evenly spread ranks, each with its neighbour and with the rank half-way round; up
/// to eight pairs of neighbours are timed after a rest.
///
/// Two levels, more ranks: no more pairs than on one level. Of up to 80 evenly spread ranks, each with a rank of the
/// next host or of the host half-way round; half as many pairs within hosts, of each host in turn. Up to eight pairs
/// between hosts, each of two further ranks, are timed after a rest.
///
/// @param hosts  of p >= 2 ranks.
/// @return       no pair twice. Cost: O(p).
std::vector<TimedPair> timed_pairs(const HostRanks& hosts);

/// Messages that load the card of one host: senders[i] sends to receivers[i].
struct CardTurn {
  std::vector<int> senders;    ///< all ranks of the host
  std::vector<int> receivers;  ///< of other hosts, spread over as many hosts and ranks as there are
};

/// Turns in which the cards of up to eight of the hosts with the most ranks are timed, one host at a time; none unless
/// there are two levels. Cost: O(p).
std::vector<CardTurn> card_turns(const HostRanks& hosts);

}  // namespace uneven::speeds
