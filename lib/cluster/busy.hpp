#pragma once

#include <vector>

#include "cluster/replay.hpp"

namespace uneven::cluster {

/// How long each processor is busy with its steps: their CPU time over its share of a core. A message costs what one
/// costs that is waited for, the wait apart, and the first after work what that takes more.
/// @param steps  shape [p].
/// @return       seconds, shape [p].
/// Cost: O(steps).
std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform);

}  // namespace uneven::cluster
