#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace uneven::cluster {

/// A mean and how well it is known.
struct Estimate {
  double mean = 0;
  double half_width = 0;      ///< of the 95 % confidence interval, Student's t; infinite for fewer than two values
  std::int64_t outliers = 0;  ///< values far from the median (more than 3.5 times the scaled median deviation);
                              ///< they count in the mean all the same
  double relative_error() const { return half_width / mean; }
};

/// @param values  at least one. Cost: O(n log n).
Estimate estimate(const std::vector<double>& values);

double median(std::vector<double> values);

/// One point of a straight line.
struct Point {
  double x = 0, y = 0;
};

/// Intercept and slope, both >= 0, of the line with the least sum of squared relative errors ((a + b x - y) / y)^2.
/// @param points  at least two different x; each y > 0.
std::pair<double, double> fit_line(const std::vector<Point>& points);

}  // namespace uneven::cluster
