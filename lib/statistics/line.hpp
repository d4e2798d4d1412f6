// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace uneven::statistics {

/// Values measured at one place x.
struct Sample {
  double x = 0;
  std::vector<double> y;  ///< > 0
};

/// y = intercept + slope x, with half of the 95 % confidence intervals (Student's t).
struct Line {
  double intercept = 0, slope = 0;
  double intercept_half_width = 0;  ///< 0 if the intercept is bound to 0
  double slope_half_width = 0;      ///< infinite if no place has two values
};

/// The line with non-negative intercept and slope that fits best, by weighted least squares.
///
/// A place weighs the inverse of the variance of its mean. The variance of its values is a compromise, because few
/// repeats tell little of their spread: their own one, with a weight of n - 1, and the one that follows from the mean
/// relative spread of all places, with a weight of 2.
///
/// @param samples  at least one value each; at least one x > 0. All at one x > 0: the line through the origin.
/// Cost: O(values).
Line fit_line(const std::vector<Sample>& samples);

}  // namespace uneven::statistics
