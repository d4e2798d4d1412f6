// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace uneven::reduction {

/// Most processors of a tree.
constexpr std::int64_t most_processors = std::int64_t{1} << 24;

/// Costs of operations and messages (Nonomura, section 2), in any common unit of time.
struct Model {
  double compute = 1;                   ///< n > 0: time of one operation
  double transfer = 1;                  ///< m >= 0: time to send one partial result, the sender's work plus transit
  std::int64_t arity = 2;               ///< i >= 2: an operation joins 2 to i operands
  std::vector<double> operation_times;  ///< n_j > 0 by rank, if they differ; empty: all are `compute`

  double operation_time(std::int64_t rank) const { return operation_times.empty() ? compute : operation_times[rank]; }
};

/// Goal of a tree; at most one of `height` and `items` is set.
struct Goal {
  std::optional<double> height;            ///< join as many items as this time allows
  std::optional<std::int64_t> items;       ///< join this many as early as possible
  std::optional<std::int64_t> processors;  ///< use at most this many; alone: the least time at which all have work
};

/// A model in a unit in which the shortest operation is in [1, 2), so that sums of times do not overflow and no time
/// vanishes. Times above 1e290 count as 1e290, since a tree never uses them.
struct Scaled {
  Model model;
  int exponent = 0;  ///< the unit is 2^exponent of the model's
  double in_unit(double time) const;
};

/// The model in such a unit. @param model  sound, see check().
Scaled scaled(const Model& model);

/// @throws InputError  unless the times are finite, compute > 0, transfer >= 0 and arity >= 2.
void check(const Model& model);

/// @throws InputError  unless the goal can be met: see Goal; counts are >= 1, a height is finite and >= 0.
void check(const Goal& goal, const Model& model);

/// floor(time / unit), where a quotient within rounding of a whole number counts as whole; at most about 2^53.
std::int64_t whole(double time, double unit);

}  // namespace uneven::reduction
