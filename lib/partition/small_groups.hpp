#pragma once

#include "partition/layout.hpp"

namespace uneven::partition {

/// Removes small communication groups (Ozawa 2004, section 4.5).
///
/// Cuts of different columns that lie within `threshold` of each other, and within half of the lowest of the heights
/// they border, are moved onto one height, so that the group between them goes. That height lets the rectangles that
/// grow do so by the same proportion. No rectangle vanishes or changes its place in the column; widths stay.
///
/// @param threshold  share of the hidden units, >= 0; the paper takes 0.06. 0 joins nothing.
/// @return           `layout` with joined cuts equal to the last bit.
/// Cost: O(N log N).
Layout without_small_groups(const Layout& layout, double threshold);

}  // namespace uneven::partition
