// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/common.hpp"

namespace uneven::statistics {

/// Speeds in a unit in which the fastest is in [1, 2), so that their sum and the times of any work do not overflow.
struct Scaled {
  std::vector<double> speed;  ///< v_i / 2^exponent, shape [N]; not rounded
  int exponent = 0;
};

/// @param speed  shape [N], N >= 1, each finite and > 0.
Scaled scaled(std::span<const double> speed);

/// p_i = v_i / sum v, shape [N]; no overflow for any finite speeds > 0.
std::vector<double> exact_shares(std::span<const double> speed);

/// Shares `n` equal units of work so that the makespan max_i(b_i + n_i / s_i) over processors with n_i > 0 is smallest.
///
/// Ties go to the lowest index, so the answer is unique; multiplying all speeds by 2^k does not change it.
///
/// @param n      units, 0 <= n <= 2^53.
/// @param speed  s_i, shape [N], N >= 1, each finite and > 0; in units/s, or in any unit if `busy` is empty.
/// @param busy   b_i >= 0, seconds that processor i is busy with other tasks; shape [N]; empty: all are 0.
/// @return       n_i, shape [N]; they add up to exactly n.
/// Cost: O(N log N) time, O(N) memory.
std::vector<std::int64_t> share(std::int64_t n, std::span<const double> speed, std::span<const double> busy = {});

/// Consecutive ranges from 0; range i has counts[i] units.
std::vector<document::Range> ranges_of(std::span<const std::int64_t> counts);

/// share() as consecutive ranges.
std::vector<document::Range> share_ranges(std::int64_t n, std::span<const double> speed,
                                          std::span<const double> busy = {});

/// Imbalance max_i(w_i / v_i) / (sum w / sum v) - 1 over the processors with work: by how much the makespan exceeds
/// that of arbitrarily divisible work, as a fraction. 0 if there is no work.
double imbalance(std::span<const double> work, std::span<const double> speed);

}  // namespace uneven::statistics
