#pragma once

#include "cluster/replay.hpp"
#include "document/speeds.hpp"

namespace uneven::cluster {

/// What a replay needs of measured speeds. Messages cost each processor what was measured of it, or else what they cost
/// all, and then nothing for bytes; the network's latency is without the work of the two ends, which measure-speeds
/// includes.
/// @param speeds   with a network.
/// @param waiting  whether processors wait for messages most of the time, rather than work beside them.
Platform platform_of(const document::Speeds& speeds, bool waiting);

}  // namespace uneven::cluster
