#pragma once

#include <cstdint>
#include <vector>

namespace uneven::partition {

/// Shares `n` equal work units so that max_i(n_i / w_i) is smallest.
///
/// Ties go to the lowest index, so the answer is unique.
///
/// @param n        units to share, n >= 0.
/// @param weights  w_i, shape [k], k >= 1, each finite and > 0.
/// @return         n_i, shape [k]; they add up to exactly n.
/// Cost: O(k log k) time, O(k) memory.
std::vector<std::int64_t> share(std::int64_t n, const std::vector<double>& weights);

}  // namespace uneven::partition
