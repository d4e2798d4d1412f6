#pragma once

#include <vector>

#include "elements/kernels.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// The first `dimensions` lanes of a batch, all of doubles, as the kernels take them.
class PointsOf {
 public:
  PointsOf(const Batch& batch, int dimensions) {
    for (int j = 0; j < dimensions; ++j) lanes_.push_back(batch.lane<double>(j));
    points_ = {lanes_.data(), batch.count, dimensions};
  }
  PointsOf(const PointsOf&) = delete;
  operator const Points&() const { return points_; }

 private:
  std::vector<const double*> lanes_;
  Points points_;
};

}  // namespace uneven::elements
