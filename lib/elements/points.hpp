#pragma once

#include <vector>

#include "elements/kernels.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

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
