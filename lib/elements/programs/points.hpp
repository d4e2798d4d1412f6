// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "elements/kernels/kernels.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// The most clusters, or components, of K-means and EM.
inline constexpr std::int64_t most_clusters = 16384;

/// @throws InputError  unless 1 <= clusters <= most_clusters and <= points, and given centroids have the points'
/// columns.
void require_clusters(const Settings& settings);

/// The tolerance that was asked for, or else the program's own.
inline double tolerance_of(const Settings& settings, double usual) {
  return settings.tolerance < 0 ? usual : settings.tolerance;
}

/// For Program::can_resume(): whether a number is a valid count: whole, not negative, and exact.
bool is_count(double number);

/// Whether all numbers of a state are finite.
bool all_finite(const State& state);

/// The first `dimensions` lanes of a batch, all of doubles, as the kernels take them; multiplied by a power of two if
/// that is not 1, then as a copy.
class PointsOf {
 public:
  PointsOf(const Batch& batch, int dimensions, double scale = 1) {
    for (int j = 0; j < dimensions; ++j) lanes_.push_back(batch.lane<double>(j));
    if (scale != 1) take_copy(batch.count, scale);
    points_ = {lanes_.data(), batch.count, dimensions};
  }
  PointsOf(const PointsOf&) = delete;
  operator const Points&() const { return points_; }

 private:
  void take_copy(std::int64_t count, double scale) {
    constexpr std::size_t padding = 8;
    const std::size_t size = static_cast<std::size_t>(count) + padding;
    copy_.resize(lanes_.size() * size);
    double* to = copy_.data();
    for (const double*& lane : lanes_) {
      for (std::int64_t i = 0; i < count; ++i) to[i] = lane[i] * scale;
      lane = to;
      to += size;
    }
  }

  std::vector<const double*> lanes_;
  std::vector<double> copy_;
  Points points_;
};

/// The power of two by which coordinates are multiplied, so that squared distances and their sums are doubles with all
/// their digits; 1 for points of usual sizes.
///
/// @param half_extent  half the largest distance of a point from the first one in one coordinate.
/// @param first_point  shape [d].
/// @param centroids    that the run begins with, if given; shape [k, d].
/// @throws InputError  if the centroids are too far away, or numbers are too large for distances as small as those of
///   the points.
double scale_of(double half_extent, std::span<const double> first_point, std::span<const double> centroids);

/// Columns of inputs that become alike in size: x becomes (x unit - mean) / spread. Lists of numbers that lie
/// elsewhere, shape [d] each.
template <class Numbers>
struct Columns {
  int d;
  Numbers *unit, *mean, *spread;
};

/// What is measured of the columns, one sum over the samples after the other: each column's largest size, its mean, the
/// mean once more with what rounding left of it, and its spread. Then comes `measured`.
namespace column_phase {
inline constexpr double sizing = 0, centring = 1, recentring = 2, spreading = 3, measured = 4;
}

/// Adds to sums[d] what a batch's samples, rows of d doubles, contribute in a phase before `measured`; when sizing,
/// takes the larger.
void measure_columns(const Batch& batch, double phase, const Columns<const double>& columns, double* sums);

/// Takes the sums over all samples. @param count  of samples.
/// @param l2      of the penalty, which counts as part of a column's spread.
/// @param shrunk  shape [d]: how many times less than 1 the columns' deviation then is.
void take_sums(const double* sums, double phase, double count, double l2, const Columns<double>& columns,
               double* shrunk);

/// Replaces the inputs of a batch. Cost: that of writing them.
void standardise(const Batch& batch, const Columns<const double>& columns);

/// The penalty of a standardised weight is half the square of this times the weight: a number that does not leave the
/// range.
double penalty_scale(double l2, const Columns<const double>& columns, int column);

}  // namespace uneven::elements
