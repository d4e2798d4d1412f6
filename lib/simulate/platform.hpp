#pragma once

#include "document/speeds.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// When messages are sent. At one moment: then processors wake up together and get in each other's way, and links have
/// bursts to spend. Or in the long run, between work: then messages come piece by piece, and the first after work takes
/// longer.
enum class Messages { at_one_moment, between_work };

/// What a replay needs of measured speeds. Messages cost each processor what was measured of it while it waited, or
/// else what they cost all, and then nothing for bytes; the network's latency is without the work of the two ends,
/// which measure-speeds includes.
/// @param speeds  with a network.
Platform platform_of(const document::Speeds& speeds, Messages messages);

/// The same between work for processors that all wait for the slowest again and again: they work as unevenly from
/// period of noise to period of noise as they did while they were measured.
Platform unsteady_platform_of(const document::Speeds& speeds);

}  // namespace uneven::simulate
