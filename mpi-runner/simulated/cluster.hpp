// SPDX-License-Identifier: MIT
#pragma once

#include <simgrid/s4u.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "document/options/run_options.hpp"
#include "document/speeds.hpp"
#include "simulate/pricing.hpp"
#include "trace/trace.hpp"

namespace uneven::simulated {

/// What simulated ranks do, for --trace.
struct Recording {
  std::vector<trace::Recorder> recorders;  ///< of each simulated rank, shape [p]
  std::vector<std::size_t> numbers;        ///< of each simulated rank in the plan, ascending, shape [p]
  std::vector<std::string> hosts;          ///< of each processor of the plan, shape [N]
};

/// A simulated cluster, and where its ranks are.
struct Cluster {
  document::Speeds speeds;
  simulate::Platform platform;             ///< what messages cost the processors, shape [p]
  std::vector<simgrid::s4u::Host*> hosts;  ///< of each rank, shape [p]
  /// Latencies of the links of a platform file, which the simulator takes for 0; empty: the document's network.
  std::unordered_map<const simgrid::s4u::Link*, double> latencies{};
  Recording* recording = nullptr;  ///< null: no trace

  /// Transit time of an empty message between two ranks.
  double latency_s(int from, int to) const;
};

/// The host of a processor; one without a host has one of its own.
std::string host_of(const document::Speeds& speeds, std::size_t rank);

/// Makes the cluster of a speeds document known to the simulator.
///
/// Each host has a card to the network, which all its ranks share, and for each direction 1 / gap bytes per second,
/// that of the host where the document knows it. A message alone passes at 1 / gap bytes per second at most. Between
/// cards nothing is limited. Messages within a host do not pass the card; they have their own latency and gap where the
/// document knows them. Processors without a host have one each. Limits on average rates (token buckets), quotas and
/// shared cores are not simulated: links have their long-run rate, and each rank its core.
///
/// @param platform  a platform file of SimGrid in place of that network; its hosts have the names of the document's.
/// @throws InputError  if the document holds no network, or the platform file lacks a host.
/// Cost: O(p).
Cluster make_cluster(simgrid::s4u::Engine& engine, document::Speeds speeds, simulate::Messages messages,
                     const std::string& platform);

/// How SimGrid simulates. The model of the network: a link is what the document says, without the factors for latency,
/// rate and acknowledgements that SimGrid's default model (LV08) has from clusters of 2008; several messages on a link
/// share its rate equally. Stacks are small, for there may be thousands of ranks.
void configure_simulator();

/// Cards of hosts that are slower in some iterations: a host, and its card's rate as a share of its own.
using SlowCards = std::vector<std::pair<std::string, document::Slowdown>>;

/// "HOST:SHARE@FIRST-LAST,...". @throws UsageError
SlowCards parse_slow_cards(const std::string& text);

/// Requires each to be the card of a host in the simulated network.
/// @param all  the speeds of all processors of the plan, also of those that it leaves out.
/// @throws InputError
void require_cards(const SlowCards& slow, const Cluster& cluster, const document::Speeds& all);

/// Changes the rates of cards as a training goes on. The iterations are those of the lowest rank on the host that
/// trains.
class Cards {
 public:
  /// Both must outlive this.
  Cards(const SlowCards& slow, const Cluster& cluster);

  /// Called by each rank when it begins an iteration, counted from 1.
  void begin(int rank, std::int64_t iteration);
  /// Called by a rank that trains no more.
  void leave(int rank);

 private:
  struct Card {
    std::string host;
    std::vector<int> ranks;                  ///< that train; the first one counts
    std::vector<document::Slowdown> slow;    ///< Slowdown::processor is 0
    std::vector<simgrid::s4u::Link*> links;  ///< one for each direction
    std::vector<double> rates;               ///< of their own
  };
  std::vector<Card> cards_;
};

}  // namespace uneven::simulated
