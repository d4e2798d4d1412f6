// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "shares/time_model.hpp"

namespace uneven::shares {

/// What shares must keep to.
struct Limits {
  std::int64_t multiple_of = 1;    ///< M >= 1: ranges begin at multiples of it
  std::int64_t least = 0;          ///< units of a processor that has any
  std::vector<std::int64_t> most;  ///< units of each processor, shape [N], each >= 0
};

/// Shares `count` units so that the makespan max_i t_i(n_i) is smallest, exactly.
///
/// Each n_i is 0 or from `least` to `most[i]`. Each n_i is a multiple of M but the last that is not 0: it takes the
/// remainder of count / M, so that every range begins at a multiple of M. Which processor is the last with units is
/// part of the optimum: all behind it stay without.
///
/// Ties between plans with the least makespan: the last range goes to the highest index that keeps the makespan. If
/// `least` leaves units for only some of the processors, those get them that can do the most units within the makespan
/// (ties: lowest index). Among the chosen, multiples of M go one by one to the processor that ends its next one
/// earliest, ties to the lowest index: the shares are as even as the limits allow, and unique.
///
/// @param count   0 <= count < 2^53.
/// @param models  t_i, shape [N], N >= 1.
/// @return        n_i, shape [N]; nothing if no shares keep to the limits.
/// Cost: O(64 N) evaluations of t, O(N) memory; where `least` exceeds M and keeps processors without units, and there
/// is a remainder, O(64 N log N).
std::optional<std::vector<std::int64_t>> least_makespan(std::int64_t count, std::span<const TimeModel> models,
                                                        const Limits& limits);

/// max_i t_i(n_i), in s.
double makespan(std::span<const std::int64_t> count, std::span<const TimeModel> models);

/// Lower bound on the makespan, in s: that of perfectly divisible work with at most most[i] units for processor i.
/// Infinite if the work does not fit.
///
/// Cost: O(64 N).
double divisible_bound(std::int64_t count, std::span<const TimeModel> models, std::span<const std::int64_t> most);

}  // namespace uneven::shares
