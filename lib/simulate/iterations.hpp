// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// Seconds of an iteration among many, in the long run: the first ones are left out, and so many follow that periods of
/// noise and the stops of the longest quota average out. Not less than quotas allow for the work alone.
///
/// @param steps_of  the steps of all processors for a number of iterations, shape [p].
/// Cost: two replays, of up to 258 iterations, whose steps are all in memory.
double replayed_seconds_per_iteration(const std::function<std::vector<std::vector<Step>>(int iterations)>& steps_of,
                                      const Platform& platform);

/// How long each processor is busy with its steps: their CPU time over its share of a core. A message costs what one
/// costs that is waited for, the wait apart, and the first after work what that takes more.
/// @param steps  shape [p].
/// @return       seconds, shape [p].
/// Cost: O(steps).
std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform);

}  // namespace uneven::simulate
