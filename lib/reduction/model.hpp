// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace uneven::reduction {

/// The most processors that a tree is made for.
constexpr std::int64_t most_processors = std::int64_t{1} << 24;

/// What operations and messages cost (Nonomura, section 2); any unit of time, the same for all.
struct Model {
  double compute = 1;                   ///< n > 0: one operation
  double transfer = 1;                  ///< m >= 0: sending one partial result, the sender's work and transit together
  std::int64_t arity = 2;               ///< i >= 2: an operation joins 2 to i operands
  std::vector<double> operation_times;  ///< n_j > 0 by rank where they differ; empty if all are `compute`

  double operation_time(std::int64_t rank) const { return operation_times.empty() ? compute : operation_times[rank]; }
};

/// What a tree is asked for: at most one of `height` and `items`.
struct Goal {
  std::optional<double> height;            ///< join as many items as this time allows
  std::optional<std::int64_t> items;       ///< join this many as early as possible
  std::optional<std::int64_t> processors;  ///< use at most so many; alone: the first time at which all have work
};

/// The same with times in a unit in which the shortest operation takes 1 to 2, so that sums of them do not overflow and
/// none vanishes; what takes more than 1e290 of them counts as that, for it is never worth it.
struct Scaled {
  Model model;
  int exponent = 0;  ///< the unit is 2^exponent of the model's
  double in_unit(double time) const;
};

/// @param model  sound, see check().
Scaled scaled(const Model& model);

/// @throws InputError  unless the times are finite, compute > 0, transfer >= 0 and arity >= 2.
void check(const Model& model);

/// @throws InputError  unless the goal can be met: see Goal; counts are >= 1, a height is finite and >= 0.
void check(const Goal& goal, const Model& model);

/// floor(time / unit), taking a quotient that is whole but for rounding as whole; cut off beyond 2^53.
std::int64_t whole(double time, double unit);

}  // namespace uneven::reduction
