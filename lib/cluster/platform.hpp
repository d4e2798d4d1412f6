#pragma once

#include <vector>

#include "cluster/replay.hpp"
#include "document/speeds.hpp"

namespace uneven::cluster {

/// What messages cost each processor, shape [p]: as measured, or else as for all, CPU time and nothing for bytes.
/// @param speeds  with a network.
std::vector<Endpoint> endpoints_of(const document::Speeds& speeds);

/// The network between them: the latency without the work of the two ends, which measure-speeds includes.
Network network_of(const document::NetworkSpeeds& network);

}  // namespace uneven::cluster
