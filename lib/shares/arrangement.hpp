// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::shares {

/// Processors in columns, for rectangles of given areas in the unit square, which stands for an array.
///
///     +---+------+   Column c takes the next sizes[c] processors of `order`, top to bottom;
///     | 0 |  2   |   its width is the sum of their areas.
///     +---+------+
///     | 1 |  3   |
///     +---+------+
struct Arrangement {
  std::vector<std::size_t> order;  ///< processors, each at most once
  std::vector<std::size_t> sizes;  ///< processors per column; they add up to those of `order`
  double half_perimeters = 0;      ///< sum over the rectangles of width / aspect + aspect height
};

/// sqrt(rows / columns) of an array. A rectangle of width w and height h in the unit square then has in the array a
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
/// @param area    a_i, shape [N], N >= 1, each > 0, sum 1.
/// @param aspect  see aspect_of().
/// Cost: O(N log N) time, O(N) memory.
Arrangement least_half_perimeters(std::span<const double> area, double aspect);

/// Lower bound on the half-perimeters of rectangles with these areas: 2 sum_i sqrt(a_i), reached by squares. A
/// rectangle larger than any square inside the array is at best a band, of half-perimeter aspect a_i + 1 / aspect in a
/// tall one.
double half_perimeter_bound(std::span<const double> area, double aspect);

/// The processors that can get a cell: the fastest, at most one per cell, without those whose share is negligible
/// beside the others. Ascending.
std::vector<std::size_t> fastest(std::span<const double> speed, std::int64_t cells);

/// The blocks of an arrangement in an array of whole rows and columns. Processors too slow for a cell get none.
///
/// max_i(cells_i / v_i) is as small as whole numbers allow for this arrangement: a column of width w whose rows are
/// shared with makespan M takes w M, so rows are shared inside each column first, then the columns by 1/M.
///
/// @param share  p_i, shape [N], each > 0 and <= 1.
/// @return       blocks in the order of the arrangement.
/// Cost: O(N log N).
std::vector<document::MatrixPart> whole_blocks(const Arrangement& arrangement, std::int64_t rows, std::int64_t columns,
                                               std::span<const double> share);

}  // namespace uneven::shares
