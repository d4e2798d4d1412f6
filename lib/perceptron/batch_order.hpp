// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace uneven::perceptron {

/// The order in which an epoch, counted from 0, takes `samples` samples: a permutation that depends on nothing but
/// these and the seed, so that any partition trains on the same batches.
///
/// Fisher-Yates shuffle: for i = samples - 1 down to 1, places i and floor(r (i + 1) / 2^64) are exchanged, r being the
/// next number of SplitMix64 from the state mix(mix(seed + 2 g) + g (epoch + 1)), g = 9e3779b97f4a7c15 (hexadecimal).
/// Cost: O(samples).
std::vector<std::int64_t> order_of_epoch(std::uint64_t seed, std::int64_t epoch, std::int64_t samples);

}  // namespace uneven::perceptron
