#pragma once

#include <functional>
#include <vector>

#include "cluster/replay.hpp"
#include "document/speeds.hpp"

namespace uneven::cluster {

/// Seconds of an iteration among many, in the long run: the first ones are left out, and so many follow that the stops
/// of the longest quota average out. Not less than quotas allow for the work alone.
///
/// @param steps_of  the steps of all processors for a number of iterations, shape [p].
/// @param speeds    with a network.
/// Cost: two replays, of up to 258 iterations.
double replayed_seconds_per_iteration(const std::function<std::vector<std::vector<Step>>(int iterations)>& steps_of,
                                      const document::Speeds& speeds);

}  // namespace uneven::cluster
