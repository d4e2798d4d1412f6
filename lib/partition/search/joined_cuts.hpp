// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/search/layout.hpp"

namespace uneven::partition {

/// Places cuts on whole hidden units where cuts at one height (equal to the last bit) must stay together.
///
/// With x the position of each height and T the makespan, a rectangle from height a to height b with rate r (hidden
/// units per second) asks for x_b - x_a <= floor(T r) and x_b - x_a >= 0 (1 where that fits into T). Such a system of
/// differences has a latest and an earliest solution, found by relaxing in the order of the heights, and the rounded
/// mean of two whole solutions is again a solution. T is bisected.
class JoinedCuts {
 public:
  explicit JoinedCuts(const Layout& layout);

  /// @param rates   hidden units per second by column and rectangle, shape [C][k(c)]; infinite for no work.
  /// @param hidden  m >= 1.
  /// @return        shape [C][k(c) + 1], nondecreasing from 0 to m. The makespan is never above that of rounding every
  ///                cut to the nearest, and the least possible to 1e-12 (0.4 % beyond 10,000 rectangles).
  /// Cost: O(N) for each step of the bisection.
  std::vector<std::vector<std::int64_t>> place(const std::vector<std::vector<double>>& rates,
                                               std::int64_t hidden) const;

 private:
  using Positions = std::vector<std::int64_t>;  ///< by height
  struct Box {
    std::int32_t from, to;  ///< indices of heights
    std::int32_t column, row;
  };
  struct Limit {
    std::int64_t least, most;  ///< hidden units of a box
  };

  std::vector<Limit> limits(double makespan, const std::vector<double>& rates, std::int64_t hidden) const;
  bool latest(const std::vector<Limit>& limits, Positions& positions) const;
  bool earliest(const std::vector<Limit>& limits, Positions& positions) const;
  double makespan(const Positions& positions, const std::vector<double>& rates) const;

  std::vector<std::vector<std::int32_t>> index_;  ///< of the height of each cut, shape [C][k(c) + 1]
  std::vector<double> heights_;                   ///< distinct, ascending from 0 to 1
  std::vector<Box> boxes_;                        ///< ascending by `to`
};

}  // namespace uneven::partition
