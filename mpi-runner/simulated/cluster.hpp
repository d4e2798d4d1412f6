// SPDX-License-Identifier: MIT
#pragma once

#include <simgrid/s4u.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "document/speeds.hpp"
#include "simulate/platform.hpp"

namespace uneven::simulated {

/// A simulated cluster, and where its ranks are.
struct Cluster {
  document::Speeds speeds;
  simulate::Platform platform;             ///< what messages cost the processors, shape [p]
  std::vector<simgrid::s4u::Host*> hosts;  ///< of each rank, shape [p]
  /// Latencies of the links of a platform file, which the simulator takes for 0; empty: the document's network.
  std::unordered_map<const simgrid::s4u::Link*, double> latencies{};

  /// Transit time of an empty message between two ranks.
  double latency_s(int from, int to) const;
};

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

}  // namespace uneven::simulated
