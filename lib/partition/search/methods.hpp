// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/cost.hpp"

namespace uneven::partition {

/// Processors in ascending order of speed, to be cut into columns of neighbours: t_C(N) of Ozawa 2004,
/// eq. (11), without the table of the paper's dynamic programming.
///
/// A column's cost grows when a processor joins it. So for a limit T the greedy longest columns, slowest first, are the
/// fewest; t_C is the least T for which C columns are enough. In ascending order the greedy sizes never increase, so at
/// most sqrt(2 N) distinct sizes occur, and runs of equal columns are skipped by galloping.
class ColumnsSearch {
 public:
  /// @param ascending  whole speeds, shape [N], ascending, N >= 1, with a sum below 2^62.
  ColumnsSearch(const std::vector<std::int64_t>& ascending, Collective collective);

  std::int64_t processors() const { return static_cast<std::int64_t>(prefix_.size()) - 1; }
  std::int64_t total() const { return prefix_.back(); }

  /// Fewest columns that each cost at most `limit` >= 0. Cost: O(min(C, sqrt N) log N).
  std::int64_t fewest_columns(Wide limit) const;

  /// t_C(N) of eq. (11), 1 <= columns <= N, exactly.
  /// @param high  a limit that `columns` columns are known to keep, such as t_{C-1}(N).
  /// Cost: a fewest_columns for each bit of `high`.
  Wide least_maximum(std::int64_t columns, Wide high) const;
  Wide least_maximum(std::int64_t columns) const;

  /// Sizes of `columns` columns that keep to `limit` >= t_C(N): of all such the lexicographically greatest.
  std::vector<std::int64_t> sizes(std::int64_t columns, Wide limit) const;

 private:
  bool fits(std::int64_t first, std::int64_t count, Wide limit) const;
  std::int64_t longest(std::int64_t first, std::int64_t at_most, Wide limit) const;
  std::int64_t repeats(std::int64_t first, std::int64_t size, Wide limit) const;

  std::vector<std::int64_t> prefix_;  ///< P_q, shape [N + 1]
  Collective collective_;
};

/// One number of columns whose t_C(N) was computed.
struct Visited {
  std::int64_t columns = 0;
  Wide maximum = 0;
};

/// Sweeps C upwards and skips every C that cannot have the fewest elements (eq. 10).
///
/// @return  ascending by columns; the best C, by elements and then by fewer columns, is among them.
/// Cost: near linear in N in practice, since most C are skipped.
std::vector<Visited> sweep(const ColumnsSearch& search, const Problem& problem);

/// The numbers of columns that a grid of N processors can have, ascending. Cost: O(sqrt N).
std::vector<std::int64_t> divisors(std::int64_t processors);

/// The method grid, with which Ozawa 2004 compares (section 5.1): all columns share the row heights. Widths are
/// proportional to the slowest processor of each column, heights to the speeds inside the slowest column (Fig. 10).
///
/// @param ascending     processors in ascending order of speed, shape [N].
/// @param whole_speeds  by processor; all equal gives the method "equal".
/// @param columns       a divisor of N.
Layout grid(const std::vector<std::int64_t>& ascending, const std::vector<std::int64_t>& whole_speeds,
            std::int64_t columns);

/// Areas of the rectangles of `layout`, by processor: the speeds that these shares suit exactly. Shape [processors].
std::vector<double> areas(const Layout& layout, std::size_t processors);

/// max_c column_cost: the first maximum of eq. (10), in whole speeds.
Wide maximum(const Arrangement& columns, const std::vector<std::int64_t>& whole_speeds, Collective collective);

/// Lowers the first maximum of eq. (10) by leaving the ascending order, with the same number of columns.
///
/// Descent: as long as it helps, the column with the greatest cost hands a processor to another column, or swaps one
/// for a slower one, so that the greater cost of the two becomes least. The best order is NP-hard to find.
///
/// @return  never worse than `columns`; each column in ascending order of speed.
/// Cost: O(C m log N) for each step, where m processors of different speed are in the column with the greatest cost;
/// stops after the step that passes 20 million trials, or 10,000 steps, so that it is the same everywhere.
Arrangement free_order(const Arrangement& columns, const std::vector<std::int64_t>& whole_speeds,
                       Collective collective);

/// Removes small communication groups (Ozawa 2004, section 4.5).
///
/// Cuts of different columns that lie within `threshold` of each other, and within half the height of the lowest
/// rectangle beside them, move to one height, so that the group between them vanishes. At that height, the greatest
/// relative growth of a rectangle is the same above and below the cuts. No rectangle vanishes or changes its place;
/// widths stay.
///
/// @param threshold  share of the hidden units, >= 0; the paper takes 0.06. 0 joins nothing.
/// @return           `layout` with joined cuts equal to the last bit.
/// Cost: O(N log N).
Layout without_small_groups(const Layout& layout, double threshold);

/// A layout after some of its cuts were joined.
struct Joined {
  Layout layout;
  double widest = 0;  ///< greatest distance between two cuts that were joined; 0: none were
};

/// Joins cuts of different columns, the closest first, as long as no rectangle grows by more than a small part.
///
/// A cut may move until a rectangle that it borders has grown by half of `growth`, or by all of it if the rectangle's
/// other border is the upper or lower edge, which stays. Cuts are joined if all can reach one height and they lie
/// within half the height of the lowest rectangle beside them.
///
/// @param growth  greatest growth of a rectangle, relative to its height, >= 0.
/// Cost: O(N log N).
Joined with_close_cuts_joined(const Layout& layout, double growth);

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
