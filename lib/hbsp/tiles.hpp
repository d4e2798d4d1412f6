// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::hbsp {

/// Rectangles of given areas in columns of the unit square, which stands for a matrix.
///
///     +---+------+   Column c takes the next sizes[c] processors of `order`, top to bottom;
///     | 0 |  2   |   its width is the sum of their areas.
///     +---+------+
///     | 1 |  3   |
///     +---+------+
struct Arrangement {
  std::vector<std::size_t> order;  ///< a permutation of the processors, by ascending area
  std::vector<std::size_t> sizes;  ///< processors per column, not ascending; they add up to N
  double half_perimeters = 0;      ///< sum over the rectangles of width / aspect + aspect height
};

/// sqrt(rows / columns) of a matrix. A rectangle of width w and height h in the unit square then has in the matrix a
/// half-perimeter of w / aspect + aspect h, in units of sqrt(rows columns).
double aspect_of(std::int64_t rows, std::int64_t columns);

/// The column arrangement with the least sum of half-perimeters, aspect C + sum_c k(c) width(c) / aspect for C columns
/// of k(c).
///
/// For given column sizes the sum is least when large areas lie in short columns (rearrangement inequality), so columns
/// are runs of the areas in ascending order. With prefix sums P, a run (r, q] of a square costs 1 + (q - r)(P_q - P_r),
/// which satisfies the quadrangle inequality; the best last column therefore starts ever later as q grows, and the
/// places where one start gives way to the next are found by bisection.
///
/// @param area  a_i, shape [N], N >= 1, each > 0, sum 1.
/// Cost: O(N log N) time, O(N) memory.
Arrangement least_half_perimeters(std::span<const double> area, double aspect = 1);

/// Lower bound on the half-perimeters of rectangles with these areas: 2 sum_i sqrt(a_i), reached by squares. A
/// rectangle larger than any square inside the matrix is at best a band, of half-perimeter aspect a_i + 1 / aspect in a
/// tall one.
double half_perimeter_bound(std::span<const double> area, double aspect = 1);

/// Blocks that tile a matrix exactly.
struct Tiling {
  std::vector<document::MatrixPart> parts;  ///< by processor; none for a processor too slow for a whole cell
  double ratio = 1;                         ///< exact half-perimeters, before rounding, over half_perimeter_bound()
};

/// Cuts a matrix into one block of whole rows and columns per processor, sized by speed.
///
/// alpha: the arrangement with the least half-perimeters, in columns or in rows, rounded; beta and gamma: bands. Given
/// the arrangement, the rounding makes max_i(cells_i / v_i) as small as whole numbers allow: a column of width w whose
/// rows are shared with makespan M takes w M, so rows are shared inside each column first, then the columns by 1/M.
///
/// Cost: O(N log N) time.
///
/// @param rows, columns  of the matrix, >= 1.
/// @param speed          v_i, shape [N], any unit, each finite and > 0.
Tiling tiles(document::Layout layout, std::int64_t rows, std::int64_t columns, std::span<const double> speed);

}  // namespace uneven::hbsp
