// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "shares/makespan.hpp"
#include "shares/time_model.hpp"

namespace uneven::shares {

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
/// A processor that does the same by two times, of which one is enough and the other is not, does so by all times
/// between: its model is not asked again.
class BlockSearch {
 public:
  explicit BlockSearch(const BlockProblem& problem);

  /// Whether all is done by `time`: see least_time(). Cost: O(N), of which a model is asked for the processors that do
  /// not the same by the latest time that was not enough and the earliest that was; O(N log N) where `least` makes it
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
