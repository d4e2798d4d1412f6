// SPDX-License-Identifier: MIT
#pragma once

#include "partition/search/layout.hpp"

namespace uneven::partition {

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

}  // namespace uneven::partition
