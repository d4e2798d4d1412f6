// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "shares/arrangement.hpp"

namespace uneven::shares {

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

}  // namespace uneven::shares
