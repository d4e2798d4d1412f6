// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// The mean time at which a processor has done its steps after a rest. The mean is over random initial placements of
/// the processors on their shared cores, and random variations of their CPU times, because neither is known.
/// @param first       seed of the first placement; the next ones follow. Another `first` gives another sample.
/// @param placements  number of random placements, >= 1; without shared cores one is replayed.
/// Cost: `placements` replays.
double mean_end(const std::vector<std::vector<Step>>& steps, const Platform& platform, std::size_t processor,
                unsigned first, unsigned placements);

}  // namespace uneven::simulate
