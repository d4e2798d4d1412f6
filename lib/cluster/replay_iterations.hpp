#pragma once

#include <functional>
#include <vector>

#include "cluster/replay.hpp"

namespace uneven::cluster {

/// Seconds of an iteration among many, in the long run: the first ones are left out, and so many follow that spells and
/// the stops of the longest quota average out. Not less than quotas allow for the work alone.
///
/// @param steps_of  the steps of all processors for a number of iterations, shape [p].
/// Cost: two replays, of up to 258 iterations, whose steps are all in memory.
double replayed_seconds_per_iteration(const std::function<std::vector<std::vector<Step>>(int iterations)>& steps_of,
                                      const Platform& platform);

}  // namespace uneven::cluster
