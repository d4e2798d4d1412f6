// SPDX-License-Identifier: MIT
#include "elements/programs/moments.hpp"

#include <cmath>

#include "elements/programs/solvers.hpp"

namespace uneven::elements {

namespace {

/// In deviations: how far the mean may be from the place in any coordinate.
constexpr double near_place = 4;

/// The same for the distance in the covariance's own metric. The square of this times the rounding of sums is the error
/// that it allows, about 1e-9.
constexpr double farthest_place = 1e3;

}  // namespace

std::size_t at_diagonal(int a) { return static_cast<std::size_t>(triangle_at(a, a)); }

Moments moments_of(const double* sums, int d, double variance_floor) {
  Moments found;
  const double* once = sums + 1;
  const double* twice = once + d;
  for (int a = 0; a < d; ++a) {
    found.shift.push_back(once[a] / sums[0]);
    for (int b = 0; b <= a; ++b)
      found.covariance.push_back(*twice++ / sums[0] -
                                 found.shift[static_cast<std::size_t>(a)] * found.shift[static_cast<std::size_t>(b)] +
                                 (a == b ? variance_floor : 0));
  }
  return found;
}

bool is_near(const Moments& m) {
  for (std::size_t a = 0; a < m.shift.size(); ++a)
    if (!(m.shift[a] * m.shift[a] <= near_place * near_place * m.covariance[at_diagonal(static_cast<int>(a))]))
      return false;
  return true;
}

double length_in(const std::vector<double>& covariance, const std::vector<double>& vector) {
  const auto factor = inverse_cholesky(covariance, static_cast<int>(vector.size()));
  if (!factor) return HUGE_VAL;
  const double* inverse = factor->inverse.data();
  double square = 0;
  for (std::size_t a = 0; a < vector.size(); ++a) {
    double part = 0;
    for (std::size_t b = 0; b <= a; ++b) part += std::abs(*inverse++ * vector[b]);
    square += part * part;
  }
  return std::sqrt(square);
}

bool is_sound(const Moments& m) { return is_near(m) || length_in(m.covariance, m.shift) <= farthest_place; }

}  // namespace uneven::elements
