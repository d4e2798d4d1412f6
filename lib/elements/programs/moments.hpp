// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {

/// Mean and covariance of a component, from the moments of its points about a place: the sum of weights, the sums of
/// weighted coordinates, and the lower triangle of sums of their products.
struct Moments {
  std::vector<double> shift;       ///< from the place to the mean, shape [d]
  std::vector<double> covariance;  ///< with the variance floor, lower triangle of shape [d, d]
};

Moments moments_of(const double* sums, int d, double variance_floor);

/// The place of (a, a) in a lower triangle.
std::size_t at_diagonal(int a);

/// Whether the mean is so near the place that the covariance has about all the digits that sums have.
bool is_near(const Moments& moments);

/// The length of a vector in the metric of a covariance, of terms that do not cancel; infinite where the covariance has
/// no inverse.
double length_in(const std::vector<double>& covariance, const std::vector<double>& vector);

/// Whether enough digits are left of the covariance, in each direction.
/// Cost: that of a factorisation if the mean is not near.
bool is_sound(const Moments& moments);

}  // namespace uneven::elements
