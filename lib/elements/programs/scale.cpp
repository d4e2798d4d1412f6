// SPDX-License-Identifier: MIT
#include "elements/programs/scale.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/error.hpp"
#include "elements/programs/seeding.hpp"

namespace uneven::elements {

namespace {

/// Exponents of distances whose squares, summed, are doubles with all their digits; and of those to first centroids
/// that are farther away than the points from each other.
constexpr int usual_exponent = 400, farthest_exponent = 500, largest_exponent = 1023;

/// Of the size of scaled coordinates: 2^53 of them have a sum that is a double.
constexpr int summed_exponent = 960;

/// The exponent of a number, and of 0 the least there is.
int exponent_of(double number) { return number > 0 ? std::ilogb(number) : std::numeric_limits<double>::min_exponent; }

}  // namespace

double scale_of(double half_extent, std::span<const double> first_point, std::span<const double> centroids) {
  double half_largest = half_extent;
  for (std::size_t i = 0; i < centroids.size(); ++i)
    half_largest = std::max(half_largest, std::abs(centroids[i] / 2 - first_point[i % first_point.size()] / 2));
  const double size = std::max({half_extent, largest_size(first_point), largest_size(centroids)});
  const int extent = half_extent > 0 ? std::ilogb(half_extent) : 0;
  const int largest = half_largest > 0 ? std::ilogb(half_largest) : 0;
  if (half_extent > 0 && largest - extent > usual_exponent + farthest_exponent)
    throw InputError("kmeans: the centroids are farther from the points than doubles can be from these");
  if (half_extent > 0 && exponent_of(size) - extent > usual_exponent + summed_exponent)
    throw InputError(
        "kmeans: the points lie too close to each other for numbers as large as in some column; expected columns of "
        "more alike sizes, or without one that hardly changes");
  const int exponent = std::abs(extent) > usual_exponent ? -extent : 0;
  return std::ldexp(
      1, std::min({exponent, farthest_exponent - largest, summed_exponent - exponent_of(size), largest_exponent}));
}

}  // namespace uneven::elements
