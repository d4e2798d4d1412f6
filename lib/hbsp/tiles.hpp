// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Rectangles of given areas in columns of the unit square.
///
///     +---+------+   Column c takes the next sizes[c] processors of `order`, top to bottom;
///     | 0 |  2   |   its width is the sum of their areas.
///     +---+------+
///     | 1 |  3   |
///     +---+------+
struct Arrangement {
  std::vector<std::size_t> order;  ///< a permutation of the processors, by ascending area
  std::vector<std::size_t> sizes;  ///< processors per column, not ascending; they add up to N
  double half_perimeters = 0;      ///< sum over the rectangles of width + height
};

/// The column arrangement with the least sum of half-perimeters, C + sum_c k(c) width(c) for C columns of k(c).
///
/// For given column sizes the sum is least when large areas lie in short columns (rearrangement inequality), so columns
/// are runs of the areas in ascending order. With prefix sums P, a run (r, q] costs 1 + (q - r)(P_q - P_r), which
/// satisfies the quadrangle inequality; the best last column therefore starts ever later as q grows, and the
/// places where one start gives way to the next are found by bisection.
///
/// @param area  a_i, shape [N], N >= 1, each > 0, sum 1.
/// Cost: O(N log N) time, O(N) memory.
Arrangement least_half_perimeters(std::span<const double> area);

/// Lower bound 2 sum_i sqrt(a_i) on the half-perimeters of rectangles with these areas, reached by squares.
double half_perimeter_bound(std::span<const double> area);

/// Blocks that tile a matrix exactly.
struct Tiling {
  std::vector<document::MatrixPart> parts;  ///< by processor; none for a processor too slow for a whole cell
  double ratio = 1;                         ///< exact half-perimeters, before rounding, over 2 sum_i sqrt(a_i)
};

/// Cuts an n x n matrix into one block of whole rows and columns per processor, sized by speed.
///
/// alpha: the arrangement with the least half-perimeters, rounded; beta and gamma: bands. Given the arrangement, the
/// rounding makes max_i(cells_i / v_i) as small as whole numbers allow: a column of width w whose rows are shared with
/// makespan M takes w M, so rows are shared inside each column first, then the columns by 1/M.
///
/// Cost: O(N log N) time.
///
/// @param n      size of the matrix, >= 1.
/// @param speed  v_i, shape [N], any unit, each finite and > 0.
Tiling tiles(document::Layout layout, std::int64_t n, std::span<const double> speed);

}  // namespace uneven::hbsp
