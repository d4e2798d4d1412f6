// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "shares/blocks.hpp"
#include "shares/makespan.hpp"

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

  /// Tells that the block of a processor has `cells` cells and takes `part` times its limit.
  void take(std::size_t processor, std::int64_t cells, double part);

  /// Tells that the smallest block has `smallest` cells, fewer than Limits::least.
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

/// Memory of the blocks of an array.
struct BlockMemory {
  ArraySize size;
  std::int64_t halo = 0;
  double cell_bytes = 0, fixed_bytes = 0;

  /// Bytes that a processor holds: the fixed ones, and those of its cells and of the halo around them, a frame that is
  /// cut at the ends of the array.
  double bytes(const document::MatrixPart& block) const;
};

/// What the blocks of an array must keep to: the cells of each and its memory.
class BlockLimits {
 public:
  /// @param wanted  with multiple_of 1; its memory is that of cells.
  BlockLimits(ArraySize size, std::int64_t halo, const Wanted& wanted, std::size_t processors);

  /// Whether there is anything to keep to.
  bool matter() const { return wanted_.least > 1 || !wanted_.most.empty() || memory_counts(wanted_); }

  /// Whether each block has at least the least cells, and no more than its processor may have and has memory for.
  bool keep(std::span<const document::MatrixPart> blocks) const;

  /// Cells of blocks that begin the trials: with caps for memory that has no halo to hold.
  CappedCells begin(std::vector<TimeModel> models) const;

  /// Tells the trials how large the blocks have become, and ends a round.
  void learn(std::span<const document::MatrixPart> blocks, CappedCells& cells) const;

  /// @throws InputError  if no blocks of any shape keep the limits, with what would.
  void require_cells() const;

 private:
  double part(const document::MatrixPart& block) const;

  BlockMemory memory_;
  Wanted wanted_;
  std::int64_t cells_;
  std::vector<std::int64_t> most_;  ///< cells of each processor, shape [N]
};

__extension__ using Wide = __int128;  // sums of counts of many processors

constexpr double never = std::numeric_limits<double>::infinity();

/// The least time that is enough, by bisection over the doubles, whose bits stand in their order.
///
/// A guess g saves about a third of the questions, those with the times farthest from the answer, if it is within
/// 1/256 of it; a bad one costs a few more. The answer does not depend on it.
///
///     0 ........ g/4   g (1 - 1/256)  [answer]  g ........ infinity        asked first: g, then g (1 - 1/256)
///
/// @param enough  monotone, and true for infinity; asked about 64 times, each time between a time that is enough and
///   one that is not.
/// @param guess   in s; 0: none.
double least_time(const std::function<bool(double)>& enough, double guess = 0);

/// The problem of least_makespan() in blocks of M units, and the rest of less than M that one processor takes.
struct BlockProblem {
  BlockProblem(std::int64_t count, std::span<const TimeModel> models_, const Limits& limits);

  /// Units of processor i by `time`.
  std::int64_t units_by(double time, std::size_t i) const { return models[i].units_by(time, most[i]); }

  /// Blocks of it, after `units` that are no block; negative if it cannot do these.
  std::int64_t by(double time, std::size_t i, std::int64_t units = 0) const {
    const std::int64_t left = units_by(time, i) - units;
    return left < 0 ? -1 : left / size;
  }

  /// How many processors may have blocks beside the last one.
  std::size_t most_used() const {
    return least == 1 ? models.size()
                      : std::min(models.size(), static_cast<std::size_t>((all - least_of_last) / least));
  }

  std::span<const TimeModel> models;
  std::int64_t size, all, rest;    ///< M, blocks, and units beyond the blocks
  std::vector<std::int64_t> most;  ///< units of each processor
  std::int64_t least;              ///< blocks of a processor that has any
  std::int64_t least_of_last = 0;  ///< blocks of the one that takes the rest
};

/// Whether all blocks can be done by a time, asked for times that approach each other.
///
/// If a processor does as many blocks by a time that is enough as by one that is not, it does as many by all times
/// between: its model is not asked again.
class BlockSearch {
 public:
  explicit BlockSearch(const BlockProblem& problem);

  /// Whether all is done by `time`: see least_time(). Cost: O(N). A model is asked only if its processor does fewer
  /// blocks by the latest time that was not enough than by the earliest that was. O(N log N) where `least` makes it
  /// matter which processors have blocks.
  bool enough(double time);

  /// The highest processor that can take the rest so that all is done by the least time that was enough.
  std::int64_t last();

 private:
  std::int64_t done_by(double time, std::size_t i) const;
  bool can_be_last(std::size_t i, Wide before) const;
  bool blocks_fit() const;
  bool rest_fits() const;
  std::int64_t last_exactly() const;

  const BlockProblem& problem_;
  // What a processor does by a time is 2 b + r: b whole blocks, and r whether the rest fits in beside them.
  std::vector<std::int64_t> low_, high_;  ///< by the latest time that is not enough, and the earliest that is
  std::vector<std::int64_t> middle_;      ///< by the time that is asked for
};

}  // namespace uneven::shares
