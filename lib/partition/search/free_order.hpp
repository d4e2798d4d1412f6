// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/search/cost.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

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

}  // namespace uneven::partition
