// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "document/array_shares.hpp"
#include "document/hbsp_matmul.hpp"
#include "document/speeds.hpp"
#include "shares/makespan.hpp"

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

/// Extents of an array, in cells.
struct ArraySize {
  std::int64_t rows = 0, columns = 0;
  double cells() const { return static_cast<double>(rows) * static_cast<double>(columns); }
};

// Columns of blocks for an array of few cells per processor, where rounding an ideal arrangement costs much.
//
// Within a makespan T, processor i fills at most floor(T p_i / w) rows of a column of width w. A run of processors, in
// descending order of speed, fills the column if these rows add up to those of the array. A dynamic programme over the
// runs finds how wide an array the first q processors fill, for every q; a processor between two runs may stay idle.
// For each width, two pointers find the shortest run from each start.
//
//     9 x 9 cells, 64 equal processors, T = two cells: columns of width 2 2 2 2 1 for runs of 9 9 9 9 5 processors
//
// Widths are at most 64, since wider columns lose little by rounding. In the results, processors are numbered as in
// `share`.

/// Columns that fill the array within a makespan; absent if no runs do.
///
/// @param makespan  T, in cells, of a processor of share 1.
/// @param price     weight of the border, in cells of width per cell of border: runs of the first q processors maximise
///   their width less price times their border. With 0 they maximise the width, then have the shortest border.
/// @param share     p_i, shape [N], descending, each > 0 and <= 1.
/// Cost: O(N min(columns, 64)).
std::optional<Arrangement> columns_within(double makespan, double price, ArraySize size, std::span<const double> share);

/// Columns with the least makespan, to a ten-thousandth, between two limits; absent if there are none.
///
/// @param least  no makespan is less.
/// @return       the columns, and a makespan that they keep.
/// Cost: 20 times columns_within().
std::optional<std::pair<Arrangement, double>> fastest_columns(double least, double most, ArraySize size,
                                                              std::span<const double> share);

/// Columns with a shorter border than those of `known`, within a makespan: the best of a few prices; `known` if none
/// is.
///
/// Cost: four times columns_within().
Arrangement shorter_columns(Arrangement known, double makespan, ArraySize size, std::span<const double> share);

/// The request for blocks of an array.
struct ArrayRequest {
  ArraySize size;                  ///< rows, columns >= 1
  std::int64_t halo = 0;           ///< see halo_messages()
  std::int64_t element_bytes = 8;  ///< of a cell
  Wanted wanted{};                 ///< limits of the cells of a block, and memory of a cell; multiple_of is 1
};

/// One block of whole rows and columns for each processor of an array, near-square and sized by speed.
///
/// Blocks stand in columns, or lie in bands where that has the shorter border. Candidates are the arrangement with the
/// least half-perimeters (arrangement.hpp) and, where rounding it to whole cells costs more than 1 %, columns found in
/// whole numbers (whole_columns.hpp). Without a measured network, those within 1 % of the least makespan
/// max_i(fixed_i + cells_i / v_i) are equal, and the shortest border wins. With one, the least superstep
/// max_i(fixed_i + cells_i / v_i + g h_i) + L wins, where h_i is the larger of the bytes that i sends and receives.
///
/// Fixed times and messages make small blocks slower. Up to 4,096 processors, four rounds plan again with the speeds
/// cells_i / seconds_i that the blocks have reached.
///
/// Up to 7 processors the columns are the best there are, within the same 1 %. Compared with the best of all guillotine
/// cuts, in 20,000 random cases of up to 4 processors and 6 x 6 cells, the makespan is 1.5 times the least at worst and
/// 1.03 times at the 99th percentile.
///
/// A processor that would get no cell, or that the makespan does not need, is left out.
///
/// Where the best of these candidates does not keep the limits that are wanted, trials with other sizes look for one
/// that does, see BlockLimits: the best of those found. A processor holds its block and the halo around it.
///
/// @param has_seconds  whether the speeds count cells per second: whether to predict seconds.
/// @throws InputError  if the array has more than 2^53 - 1 cells, or a halo as halo_messages() or more than 2^53 bytes;
///   if no trial keeps the limits, with what would.
/// Cost: O(N log N) for large arrays, 40 times O(64 N) for arrays of few cells per processor; 24 times that where
/// limits are not kept at once, and where no trial keeps them, that for each of log2(rows) smaller arrays.
document::ArrayShares plan_array(const ArrayRequest& request, const document::Speeds& speeds, bool has_seconds);

/// The least makespan max_i(fixed_i + n_i / v_i) of `cells` whole cells in shares of any shape.
///
/// Cost: O(N log N).
double whole_cells_bound(double cells, const std::vector<document::Processor>& cluster);

/// Blocks of an array that tile it, in no order.
using Tiling = std::vector<document::MatrixPart>;

/// Makespans that differ by less than this part of the least are equal, so that the border decides.
inline constexpr double makespan_slack = 0.01;

/// Ways to cut an array into blocks for processors of these speeds, in columns and in bands: with the least
/// half-perimeters, and, where rounding those costs more than makespan_slack, all groupings of up to 7 processors, or
/// else the columns with the least makespan and those with a short border near it.
///
/// @param speed  v_i, shape [N], any unit, each finite and > 0.
/// @return       at least one.
/// Cost: O(N log N); where rounding costs much, 40 times O(N min(columns, 64)).
std::vector<Tiling> candidate_blocks(ArraySize size, std::span<const double> speed);

/// Sum of rows + columns over the blocks.
std::int64_t border_of(std::span<const document::MatrixPart> blocks);

/// The halo message of one block to another.
struct HaloMessage {
  std::size_t to = 0;      ///< index of the block that gets it
  std::int64_t cells = 0;  ///< of the sender within reach of the receiver
};

/// What each block of an array sends in a superstep, if every block needs the cells within `halo` rows and columns of
/// it, corners included: a frame around it, cut at the ends of the array.
///
///     . f f f f f .      Block b needs f, here with a halo of 1. Stencils without diagonals (five points) would need
///     . f b b b f .      no corners: at most halo^2 cells more per corner are counted, and blocks that touch
///     . f f f f f .      at a corner only are neighbours.
///
/// Neighbours of a block are the owners of these cells; if blocks are narrower than the halo, also those beyond the
/// next. With halo 0 they are the blocks that touch, and messages are empty.
///
/// @param blocks  that tile an array, each of at least one cell, in any arrangement; shape [N].
/// @return        by block, ascending by `to`; the relation is symmetric, the numbers of cells need not be.
/// @throws InputError if more than 2^24 pairs of blocks are within reach.
/// Cost: O(M log M) for M messages of any halo and all pairs that touch.
std::vector<std::vector<HaloMessage>> halo_messages(std::span<const document::MatrixPart> blocks, std::int64_t halo);

/// Cells that each block sends and receives in a superstep, shape [N].
struct HaloCells {
  std::vector<std::int64_t> sent, received;
};
HaloCells halo_cells(const std::vector<std::vector<HaloMessage>>& messages);

}  // namespace uneven::shares
