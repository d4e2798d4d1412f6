// SPDX-License-Identifier: MIT
#include "perceptron/matrix.hpp"

#include <algorithm>
#include <utility>

#include "base/gemm.hpp"
#include "perceptron/kernels.hpp"

namespace uneven::perceptron {

namespace {

/// Below it the copies that OpenBLAS makes of its factors cost more than they gain.
constexpr std::int64_t narrow = 64;

template <class Real>
Matrix<Real> transposed(const Matrix<Real>& matrix) {
  Matrix<Real> result(matrix.columns, matrix.rows);
  for (std::int64_t r = 0; r < matrix.rows; ++r)
    for (std::int64_t c = 0; c < matrix.columns; ++c) *result.at(c, r) = *matrix.at(r, c);
  return result;
}

/// C = A B by Product, with the steps in A from row to row and along a row.
template <class Real>
void multiply_narrow(const Real* a, std::int64_t a_row, std::int64_t a_depth, const Matrix<Real>& b, Matrix<Real>& c) {
  kernels<Real>().product(
      {c.rows, c.columns, b.rows, a, a_row, a_depth, b.at(0), b.columns, c.at(0), c.columns, Into::replace});
}

}  // namespace

template <class Real>
void multiply(const Matrix<Real>& a, As a_is, const Matrix<Real>& b, As b_is, Matrix<Real>& c) {
  const bool across = a_is == As::transposed;
  const std::int64_t depth = across ? a.rows : a.columns;
  if (std::min(depth, c.columns) >= narrow)
    return gemm<Real>(c.rows, c.columns, depth, {a.at(0), a.columns, across},
                      {b.at(0), b.columns, b_is == As::transposed}, 0, c.at(0), c.columns);
  const std::int64_t row = across ? 1 : a.columns, step = across ? a.columns : 1;
  if (b_is == As::transposed)
    multiply_narrow(a.at(0), row, step, transposed(b), c);
  else
    multiply_narrow(a.at(0), row, step, b, c);
}

template <class Real>
Matrix<Real> output_sums(const std::vector<Matrix<Real>>& weights, const Units& units, Matrix<Real> values) {
  for (std::size_t j = 0;; ++j) {
    Matrix<Real> sums(values.rows, weights[j].columns);
    multiply_narrow(values.at(0), values.columns, std::int64_t{1}, weights[j], sums);
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

#define UNEVEN_INSTANTIATE(Real)                                                           \
  template void multiply(const Matrix<Real>&, As, const Matrix<Real>&, As, Matrix<Real>&); \
  template Matrix<Real> output_sums(const std::vector<Matrix<Real>>&, const Units&, Matrix<Real>);
UNEVEN_INSTANTIATE(float)
UNEVEN_INSTANTIATE(double)
#undef UNEVEN_INSTANTIATE

}  // namespace uneven::perceptron
