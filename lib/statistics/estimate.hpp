// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace uneven::statistics {

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

/// @param values  at least one.
double median(std::vector<double> values);

/// Interquartile mean: without the least and the greatest quarter of them, of which a value may count in part. Of
/// values of two kinds the median is of one kind or the other by chance.
/// @param values  at least one. Cost: O(n log n).
double midmean(std::vector<double> values);

/// What `mine`, of several processors that are said to be alike, most probably is: their median, and of its difference
/// from that as large a part as their differences are larger than what is not known of each (random effects;
/// DerSimonian and Laird 1986). Half-widths are taken for standard errors, since disturbances outlast repeats.
/// @param alike  `mine` among them, each of two values at least.
/// Cost: O(n).
double among_same_model(const Estimate& mine, const std::vector<Estimate>& alike);

/// The values that never fall and whose weighted squared distance from `values` is least (isotonic regression, by
/// pooling adjacent violators; Ayer et al. 1955).
/// @param weights  > 0, as many as values.
/// Cost: O(n).
std::vector<double> rising(const std::vector<double>& values, const std::vector<double>& weights);

/// One point of a straight line.
struct Point {
  double x = 0, y = 0;
};

/// The slope >= 0 of the line through (0, intercept) with the least sum of squared errors.
/// @param points  at least one with x != 0.
double fit_slope(const std::vector<Point>& points, double intercept);

}  // namespace uneven::statistics
