// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "shares/whole_columns.hpp"

namespace uneven::shares {

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

}  // namespace uneven::shares
