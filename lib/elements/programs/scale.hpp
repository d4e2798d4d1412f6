// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace uneven::elements {

/// The power of two by which coordinates are multiplied, so that squared distances and their sums are doubles with all
/// their digits; 1 for points of usual sizes.
///
/// @param half_extent  half the largest distance of a point from the first one in one coordinate.
/// @param first_point  shape [d].
/// @param centroids    that the run begins with, if given; shape [k, d].
/// @throws InputError  if the centroids are too far away, or numbers are too large for distances as small as those of
///   the points.
double scale_of(double half_extent, std::span<const double> first_point, std::span<const double> centroids);

}  // namespace uneven::elements
