// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// When a processor has done its steps after a rest, in the mean over what nobody knows of processors that share cores:
/// where they begin, and what they then cost each other.
/// @param first       of the beginnings: others give another sample.
/// @param placements  so many of them, at least 1; one is enough where no cores are shared.
/// Cost: that of so many replays.
double mean_end(const std::vector<std::vector<Step>>& steps, const Platform& platform, std::size_t processor,
                unsigned first, unsigned placements);

}  // namespace uneven::simulate
