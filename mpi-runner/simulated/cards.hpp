// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "document/options/slowdown.hpp"
#include "simulated/cluster.hpp"

namespace uneven::simulated {

/// Cards of hosts that are slower in some iterations: a host, and its card's rate as a share of its own.
using SlowCards = std::vector<std::pair<std::string, document::Slowdown>>;

/// "HOST:SHARE@FIRST-LAST,...". @throws UsageError
SlowCards parse_slow_cards(const std::string& text);

/// Requires each to be the card of a host in the simulated network.
/// @param all  the speeds of all processors of the plan, also of those that it leaves out.
/// @throws InputError
void require_cards(const SlowCards& slow, const Cluster& cluster, const document::Speeds& all);

/// Changes the rates of cards as a training goes on. The iterations are those of the lowest rank on the host.
class Cards {
 public:
  /// Both must outlive this.
  Cards(const SlowCards& slow, const Cluster& cluster);

  /// Called by each rank when it begins an iteration, counted from 1.
  void begin(int rank, std::int64_t iteration);

 private:
  struct Card {
    std::string host;
    int rank;                                ///< that counts
    std::vector<document::Slowdown> slow;    ///< Slowdown::processor is 0
    std::vector<simgrid::s4u::Link*> links;  ///< one for each direction
    std::vector<double> rates;               ///< of their own
  };
  std::vector<Card> cards_;
};

}  // namespace uneven::simulated
