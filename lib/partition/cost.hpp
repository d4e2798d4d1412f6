// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "collective/allreduce.hpp"
#include "document/common.hpp"
#include "document/partition.hpp"

namespace uneven::partition {

/// Wide enough for N whole speeds (see whole_speeds()) times N processors without rounding.
__extension__ using Wide = __int128;

/// How partial results are added and returned to all members.
using collective::Collective;

/// The work to share, and the collective that sums partial results.
struct Problem {
  document::Perceptron network;
  std::int64_t samples = 1;
  Collective collective = Collective::linear;
  bool sums_by_host = false;  ///< see sum_order()
};

/// phi(k): vectors that cross the busiest link when k >= 1 processors reduce one vector; as many again hand it back.
/// linear k - 1 (Ozawa 2004, eq. 10), tree ceil(log2 k), ring (k - 1) / k. Nondecreasing, phi(1) = 0.
double phi(Collective collective, std::int64_t k);

/// The greatest K >= k with phi(K) = phi(k).
std::int64_t last_with_same_phi(Collective collective, std::int64_t k);

/// phi(k) times the column's width in whole speeds, rounded down (only ring rounds).
/// Grows when a processor joins the column, which the search relies on.
Wide column_cost(Collective collective, std::int64_t k, std::int64_t width);

/// column_cost(collective, k, width) <= limit, without the division that ring needs.
bool column_fits(Collective collective, std::int64_t k, std::int64_t width, Wide limit);

/// The two weights of eq. (10): elements = within * max_c(width_c phi(k(c))) + between * phi(C).
struct Weights {
  double within;   ///< 2 l s
  double between;  ///< 2 (l + n) m
};
Weights weights_of(const Problem& problem);

/// Ozawa 2004, eq. (10), in elements, for `columns` columns.
/// @param maximum  max_c column_cost, where `total` is the width of the unit square in whole speeds.
/// Nondecreasing in `maximum`, also in floating point.
double elements(const Problem& problem, Wide maximum, std::int64_t total, std::int64_t columns);

/// The speeds as whole numbers in the same proportions, so that widths are compared without rounding.
///
/// Speeds that are short decimals ("0.05,0.10,0.30") keep their proportions exactly; others to about 2^-60 of the sum.
///
/// @param speeds  v_i, shape [N], any unit; N >= 1.
/// @return        shape [N], each at least 1, in the same order of size; they add up to less than 2^62.
/// @throws InputError  if N = 0 or a speed is not finite and positive, with the JSON pointer of the first such.
std::vector<std::int64_t> whole_speeds(const std::vector<double>& speeds);

/// Lower bound on eq. (10) for partitions into columns, in any order of the processors.
///
/// Linear: with k_c processors of total share S_c in column c, and H the sum of the square roots of the shares,
/// k_c S_c >= H_c^2 (Cauchy and Schwarz), so sum_c (k_c - 1) S_c >= H^2 / C - 1, and the greatest of the C terms is at
/// least a C-th of that. Tree and ring: some column has ceil(N / C) processors, and is at least as wide as that many of
/// the slowest. Also, a column of one processor is no wider than the fastest; so if the fastest's share is below 1 / C,
/// some column at least 1 / C wide has two processors.
class LowerBound {
 public:
  /// @param ascending  whole speeds, shape [N], ascending, N >= 1.
  LowerBound(const std::vector<std::int64_t>& ascending, const Problem& problem);

  /// A bound on eq. (10) in elements with exactly `columns` columns, 1 <= columns <= N.
  double elements(std::int64_t columns) const;

  /// The least of them over all numbers of columns. Cost: O(N).
  double elements() const;

 private:
  Problem problem_;
  std::vector<std::int64_t> prefix_;
  double root_sum_ = 0;  ///< H
  double fastest_ = 0;   ///< greatest share
};

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
