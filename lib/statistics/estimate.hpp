// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace uneven::statistics {

/// A mean and its uncertainty.
struct Estimate {
  double mean = 0;
  double half_width = 0;      ///< half the 95 % confidence interval, Student's t; infinite for fewer than two values
  std::int64_t outliers = 0;  ///< values far from the median (more than 3.5 times the scaled median deviation);
                              ///< the mean includes them
  double relative_error() const { return half_width / mean; }
};

/// Estimates the mean of values. @param values  at least one. Cost: O(n log n).
Estimate estimate(const std::vector<double>& values);

/// The median. @param values  at least one.
double median(std::vector<double> values);

/// Interquartile mean: the mean without the lowest and the highest quarter; a value at the edge may count in part.
/// Steadier than the median if values are of two kinds, because the median then takes either kind by chance.
/// @param values  at least one. Cost: O(n log n).
double midmean(std::vector<double> values);

/// Best estimate of one processor's value among several of the same model (random effects; DerSimonian and Laird 1986).
/// It is the median of all, plus a part of the processor's difference from it. The part is between / (between + error),
/// in variances: 0 if processors differ by no more than their errors, near 1 if they differ by much more. Half-widths
/// serve as standard errors, because disturbances outlast repeats.
/// @param alike  estimates of all of the same model, `mine` included, each from at least two values.
/// Cost: O(n).
double among_same_model(const Estimate& mine, const std::vector<Estimate>& alike);

/// Isotonic regression: the non-decreasing values with the least weighted squared distance from `values`, by pooling
/// adjacent violators (Ayer et al. 1955).
/// @param weights  > 0, as many as values.
/// Cost: O(n).
std::vector<double> rising(const std::vector<double>& values, const std::vector<double>& weights);

/// A point to fit a line to.
struct Point {
  double x = 0, y = 0;
};

/// The slope >= 0 of the line through (0, intercept) with the least sum of squared errors.
/// @param points  at least one with x != 0.
double fit_slope(const std::vector<Point>& points, double intercept);

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
