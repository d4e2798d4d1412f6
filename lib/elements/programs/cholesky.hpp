#pragma once

#include <optional>
#include <vector>

namespace uneven::elements {

/// L^-1 of a positive definite matrix S = L L^T, and ln det S.
struct InverseCholesky {
  std::vector<double> inverse;  ///< lower triangle, row by row
  double log_determinant = 0;
};

/// @param lower  the lower triangle of S, row by row, shape [triangle(d)].
/// @return       nothing if S is singular as far as rounding lets one see.
/// Cost: O(d^3).
std::optional<InverseCholesky> inverse_cholesky(const std::vector<double>& lower, int d);

}  // namespace uneven::elements
