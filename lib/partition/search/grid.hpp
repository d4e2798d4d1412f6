// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "partition/search/layout.hpp"

namespace uneven::partition {

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

}  // namespace uneven::partition
