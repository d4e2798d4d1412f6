// SPDX-License-Identifier: MIT
#include "elements/programs/points.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/error.hpp"
#include "elements/programs/clustering.hpp"
#include "elements/programs/solvers.hpp"

namespace uneven::elements {

void require_clusters(const Settings& s) {
  if (s.clusters < 1 || s.clusters > most_clusters)
    throw InputError(std::to_string(s.clusters) + " clusters; expected 1 to " + std::to_string(most_clusters));
  if (s.clusters > s.elements && s.model.empty())
    throw InputError(std::to_string(s.clusters) + " clusters for " + std::to_string(s.elements) +
                     (s.elements == 1 ? " point" : " points") + "; expected at most as many clusters as points");
  if (!s.centroids.empty() && std::ssize(s.centroids) != s.clusters * s.columns)
    throw InputError("the centroids have " + std::to_string(std::ssize(s.centroids) / s.clusters) +
                     " columns; the points have " + std::to_string(s.columns));
}

bool is_count(double number) { return number >= 0 && number <= 0x1p53 && number == std::floor(number); }

bool all_finite(const State& state) {
  const auto finite = [](const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
  };
  return std::ranges::all_of(state.values, finite) && std::ranges::all_of(state.multicast, finite);
}

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

namespace {

using namespace column_phase;

/// Of a column whose largest size is about 1: less is rounding, and the column is constant.
constexpr double least_spread = 4 * std::numeric_limits<double>::epsilon();

/// Of the deviation that a penalty stands for: a weight for which it would be larger is next to no double.
constexpr double largest_penalty = 0x1p1018;

}  // namespace

void measure_columns(const Batch& batch, double phase, const Columns<const double>& columns, double* sums) {
  for (int j = 0; j < columns.d; ++j) {
    const double* x = batch.lane<double>(j);
    if (phase == sizing)
      for (std::int64_t i = 0; i < batch.count; ++i) sums[j] = std::max(sums[j], std::abs(x[i]));
    else
      for (std::int64_t i = 0; i < batch.count; ++i) {
        const double far = x[i] * columns.unit[j] - columns.mean[j];
        sums[j] += phase == spreading ? far * far : far;
      }
  }
}

void take_sums(const double* sums, double phase, double count, double l2, const Columns<double>& columns,
               double* shrunk) {
  for (int j = 0; j < columns.d; ++j) {
    if (phase == sizing && sums[j] > 0)
      columns.unit[j] =
          std::ldexp(1, std::min(-std::ilogb(sums[j]) - 1, std::numeric_limits<double>::max_exponent - 1));
    if (phase == centring || phase == recentring) columns.mean[j] += sums[j] / count;
    if (phase != spreading) continue;
    const double found = std::sqrt(sums[j] / count), spread = found > least_spread ? found : 0;
    columns.spread[j] = std::hypot(spread, std::min(2 * std::sqrt(l2) * columns.unit[j], largest_penalty));
    if (columns.spread[j] == 0) columns.spread[j] = 1;
    if (spread > 0) shrunk[j] = std::min(columns.spread[j] / spread, std::numeric_limits<double>::max());
  }
}

void standardise(const Batch& batch, const Columns<const double>& columns) {
  for (int j = 0; j < columns.d; ++j) {
    double* x = batch.lane<double>(j);
    const double factor = columns.unit[j], mean = columns.mean[j], spread = columns.spread[j];
    for (std::int64_t i = 0; i < batch.count; ++i) x[i] = (x[i] * factor - mean) / spread;
  }
}

double penalty_scale(double l2, const Columns<const double>& columns, int column) {
  if (l2 == 0) return 0;
  return std::min(std::sqrt(l2) * columns.unit[column], largest_penalty / 2) / columns.spread[column];
}

}  // namespace uneven::elements
