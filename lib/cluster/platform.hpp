#pragma once

#include "cluster/replay.hpp"
#include "document/speeds.hpp"

namespace uneven::cluster {

/// What a replay needs of measured speeds. Messages cost each processor what was measured of it while it waited, or
/// else what they cost all, and then nothing for bytes; the network's latency is without the work of the two ends,
/// which measure-speeds includes.
/// @param speeds   with a network.
/// @param at_once  whether all begin at one moment: then they wake up together and get in each other's way, and links
///                 have bursts to spend. In the long run messages come piece by piece, and the first after work takes
///                 longer.
Platform platform_of(const document::Speeds& speeds, bool at_once);

/// The same in the long run for processors that all wait for the slowest again and again: they work as unevenly from
/// spell to spell as they did while they were measured.
Platform unsteady_platform_of(const document::Speeds& speeds);

}  // namespace uneven::cluster
