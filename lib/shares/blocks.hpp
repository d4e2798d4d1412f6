// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/array_shares.hpp"
#include "document/speeds.hpp"
#include "shares/plan.hpp"
#include "shares/whole_columns.hpp"

namespace uneven::shares {

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

}  // namespace uneven::shares
