// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/common.hpp"

namespace uneven::partition {

/// The processors of each column, from top to bottom.
using Arrangement = std::vector<std::vector<std::int64_t>>;

/// A partition of the unit square, C columns of k(c) rectangles:
///
///     0 ---------- 1  samples
///     |  P0 |  P3  |      columns  {P0, P1, P2}, {P3, P4}
///     |-----|      |      widths   0.4, 0.6
///     |  P1 |------|      cuts     {0, 0.3, 0.7, 1}, {0, 0.5, 1}
///     |-----|  P4  |
///     |  P2 |      |
///     1 hidden units
struct Layout {
  Arrangement columns;
  std::vector<double> widths;             ///< shape [C], sum 1
  std::vector<std::vector<double>> cuts;  ///< shape [C][k(c) + 1], ascending from 0 to 1
};

/// A Layout in whole samples and hidden units.
struct WholeLayout {
  std::vector<document::Range> samples;         ///< shape [C]; they tile 0..s
  std::vector<std::vector<std::int64_t>> cuts;  ///< shape [C][k(c) + 1], nondecreasing from 0 to m
};

/// A cut of a column: the upper edge of its rectangle `row`.
struct Cut {
  double height;
  std::int32_t column, row;
};

/// All cuts from 0 to 1 of all columns, ascending by height, at one height by column. Cost: O(N log N).
std::vector<Cut> ascending_cuts(const Layout& layout);

/// Cuts `ascending` into columns: the first sizes[0] of them, the next sizes[1], ...
Arrangement arrange(const std::vector<std::int64_t>& ascending, const std::vector<std::int64_t>& sizes);

/// Every rectangle with an area proportional to its processor's speed (Ozawa 2004, eq. 9).
/// @param whole_speeds  by processor, see cost.hpp.
Layout proportional(const Arrangement& columns, const std::vector<std::int64_t>& whole_speeds);

/// The heights at which any column is cut, distinct, ascending: between two neighbours lies one communication group.
std::vector<std::int64_t> group_cuts(const WholeLayout& whole);

/// Removes the processors without a whole cell from both, and stretches the rest of `layout` over the square.
/// @return  the processors taken out, ascending. At least one stays.
std::vector<std::int64_t> leave_out_empty(Layout& layout, WholeLayout& whole);

}  // namespace uneven::partition
