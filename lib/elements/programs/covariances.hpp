// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "elements/kernels/kernels.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// What the covariances of a mixture may be: any; without correlations; one for all components; or besides without
/// correlations the same in each direction.
enum class Covariance { full, diagonal, tied, spherical };

/// @throws InputError  if there is none of that name.
Covariance covariance_named(const std::string& name);

/// Whether components have a list of variances in place of a triangle.
constexpr bool is_diagonal(Covariance kind) { return kind == Covariance::diagonal || kind == Covariance::spherical; }

/// Numbers of a covariance.
constexpr int numbers_of(Covariance kind, int d) { return is_diagonal(kind) ? d : triangle(d); }

/// Mean and covariance of a component, from the moments of its points about a place: the sum of weights, the sums of
/// weighted coordinates, and the lower triangle of sums of their products; or of a diagonal covariance the sums of
/// squares. In what follows, a covariance is such a triangle, or if diagonal a list of d variances.
struct Moments {
  std::vector<double> shift;       ///< from the place to the mean, shape [d]
  std::vector<double> covariance;  ///< with the variance floor
};

Moments moments_of(const double* sums, int d, bool diagonal, double variance_floor);

/// The place of (a, a) in a covariance of d coordinates, or in its inverse factor, of `size` numbers.
std::size_t at_diagonal(int a, std::size_t size, int d);

/// Whether the mean is so near the place that the covariance has about all the digits that sums have.
bool is_near(const Moments& moments);

/// The length of a vector in the metric of a covariance, of terms that do not cancel; infinite where the covariance has
/// no inverse.
double length_in(const std::vector<double>& covariance, const std::vector<double>& vector);

/// Whether enough digits are left of the covariance, in each direction.
/// Cost: that of a factorisation if the mean is not near.
bool is_sound(const Moments& moments);

/// A component with fewer points than this keeps its mean and covariance.
inline constexpr double least_weight = 1e-8;

/// The covariance of all components about their means, from the moments of each, triangles, one after the other.
/// @return  nothing if a mean has moved so far, in the metric of this covariance, that it has lost its digits.
std::vector<double> tied_covariance(std::span<const double> sums, int d, double variance_floor);

/// About the variance in the direction where it is least; infinite if a covariance is singular.
double least_variance(const std::vector<double>& covariance, int d);

/// The spherical covariance with which points of this diagonal one are likeliest: the mean variance in each direction.
void make_spherical(std::vector<double>& variances);

/// Covariances for a report: of full ones each a row of d x d numbers; of diagonal ones a row of d; the tied one once,
/// in d rows; of spherical ones a list of variances.
/// @param all  one after the other, as components have them.
Result covariances_result(Covariance kind, const std::vector<double>& all, int d);

/// The same backwards: covariances of k components from the numbers of a report.
/// @throws InputError  if their number is another one.
std::vector<double> covariances_of_result(Covariance kind, const std::vector<double>& numbers, std::int64_t k, int d);

/// Components, each a weight, a mean and a covariance, of a model: weights, means and covariances as a report has them.
/// @throws InputError  if their number is another one.
std::vector<double> components_of_model(Covariance kind, const std::vector<double>& model, std::int64_t k, int d);

}  // namespace uneven::elements
