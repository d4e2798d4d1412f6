// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/cost.hpp"

namespace uneven::partition {

/// What the programme finds for one number of columns.
struct ProgrammeRow {
  Wide maximum = 0;                 ///< t_C(N) in whole speeds
  std::vector<std::int64_t> sizes;  ///< k(c), shape [C], slowest column first
};

/// The dynamic programme of Ozawa 2004, eq. (11), with phi(q - r) in place of (q - r - 1):
///
///     t_C(q) = min_{C-1 <= r <= q-1} max( (P_q - P_r) phi(q - r), t_{C-1}(r) )
///
/// The listing in section 4.4 prints (q - r); eq. (10) and Fig. 7 need (q - r - 1).
/// Planning uses search/columns.cpp, which finds the same maxima in near-linear time; this is what it is checked with.
///
/// @param ascending  whole speeds, shape [N], ascending; N >= 1.
/// @return           one row for each C = 1..N.
/// Cost: O(N^3) time, O(N^2) memory.
std::vector<ProgrammeRow> columns_programme(const std::vector<std::int64_t>& ascending, Collective collective);

}  // namespace uneven::partition
