// SPDX-License-Identifier: MIT
#pragma once

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

}  // namespace uneven::elements
