// SPDX-License-Identifier: MIT
#include "perceptron/matrix.hpp"

#include <algorithm>
#include <utility>

#include "perceptron/kernels.hpp"

namespace uneven::perceptron {

template <class Real>
void multiply(const Real* a, std::int64_t a_row, std::int64_t a_depth, const Matrix<Real>& b, Matrix<Real>& c) {
  kernels<Real>().product(
      {c.rows, c.columns, b.rows, a, a_row, a_depth, b.at(0), b.columns, c.at(0), c.columns, Into::replace});
}

template <class Real>
Matrix<Real> transposed(const Matrix<Real>& matrix) {
  Matrix<Real> result(matrix.columns, matrix.rows);
  for (std::int64_t r = 0; r < matrix.rows; ++r)
    for (std::int64_t c = 0; c < matrix.columns; ++c) *result.at(c, r) = *matrix.at(r, c);
  return result;
}

template <class Real>
Matrix<Real> output_sums(const std::vector<Matrix<Real>>& weights, const Units& units, Matrix<Real> values) {
  for (std::size_t j = 0;; ++j) {
    Matrix<Real> sums(values.rows, weights[j].columns);
    multiply(values.at(0), values.columns, std::int64_t{1}, weights[j], sums);
    if (j + 1 == weights.size()) return sums;
    activate(units.hidden, sums.at(0), sums.size());
    if (!units.bias) {
      values = std::move(sums);
      continue;
    }
    values = Matrix<Real>(sums.rows, sums.columns + 1);
    for (std::int64_t s = 0; s < sums.rows; ++s) {
      std::copy_n(sums.at(s), sums.columns, values.at(s));
      *values.at(s, sums.columns) = 1;
    }
  }
}

#define UNEVEN_INSTANTIATE(Real)                                                                       \
  template void multiply(const Real*, std::int64_t, std::int64_t, const Matrix<Real>&, Matrix<Real>&); \
  template Matrix<Real> transposed(const Matrix<Real>&);                                               \
  template Matrix<Real> output_sums(const std::vector<Matrix<Real>>&, const Units&, Matrix<Real>);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::perceptron
