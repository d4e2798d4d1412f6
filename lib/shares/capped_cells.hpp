// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shares/makespan.hpp"
#include "shares/time_model.hpp"

namespace uneven::shares {

/// Sizes of blocks under limits that show only in an arrangement: the memory of a block depends on its border, and
/// whole rows and columns make a block larger or smaller than its size.
///
/// A planner arranges blocks of these sizes, tells how much of its limit each block takes, and repeats that for some
/// rounds. A block beyond its limit gets a cap, and the other processors share the rest; a cap rises again if its block
/// turns out to be below the limit. Of the arrangements that keep the limits the planner chooses.
class CappedCells {
 public:
  static constexpr int rounds = 24;

  /// @param cells   of the array, 0 < cells < 2^53.
  /// @param models  seconds of each processor for its cells, shape [N].
  /// @param limits  of cells, with multiple_of 1.
  CappedCells(std::int64_t cells, std::vector<TimeModel> models, Limits limits);

  /// The cells of each processor: shares with the least makespan under the caps, or where these hold too few cells, in
  /// proportion to the caps. Shape [N]; all 0 if there is nothing to share in proportion to.
  /// Cost: see least_makespan().
  std::vector<double> sizes() const;

  /// The block of a processor has so many cells and takes `part` times what its limit allows.
  void take(std::size_t processor, std::int64_t cells, double part);

  /// The smallest block has so many cells, fewer than Limits::least.
  void raise_least(std::int64_t smallest);

  /// Ends a round: later caps stay further below the limits, in case rounding went beyond them.
  void next_round() { margin_ += margin_step; }

 private:
  static constexpr double margin_step = 0.004;

  std::int64_t cells_;
  std::vector<TimeModel> models_;
  Limits limits_;
  std::vector<std::int64_t> most_;  ///< without caps
  std::int64_t least_;              ///< asked for
  std::vector<bool> capped_;
  double margin_ = margin_step;  ///< of a cap below the limit, as a part of it
};

}  // namespace uneven::shares
