#pragma once

#include <cstddef>
#include <span>
#include <vector>

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

/// 2 sum_i sqrt(a_i): what squares would have. No rectangles of these areas have less.
double half_perimeter_bound(std::span<const double> area);

}  // namespace uneven::hbsp
