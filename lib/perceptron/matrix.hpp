// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "perceptron/units.hpp"

namespace uneven::perceptron {

/// A row-major matrix whose last row can be read 16 numbers beyond its end, as Product wants.
template <class Real>
struct Matrix {
  std::int64_t rows = 0, columns = 0;
  std::vector<Real> numbers;

  Matrix() = default;
  Matrix(std::int64_t r, std::int64_t c) : rows(r), columns(c), numbers(static_cast<std::size_t>(r * c + 16)) {}
  std::int64_t size() const { return rows * columns; }
  Real* at(std::int64_t row, std::int64_t column = 0) { return numbers.data() + row * columns + column; }
  const Real* at(std::int64_t row, std::int64_t column = 0) const { return numbers.data() + row * columns + column; }
};

/// C = A B, of the rows and columns of C and the rows of B.
/// @param a_row, a_depth  steps in A from row to row and along a row, see Product.
template <class Real>
void multiply(const Real* a, std::int64_t a_row, std::int64_t a_depth, const Matrix<Real>& b, Matrix<Real>& c);

template <class Real>
Matrix<Real> transposed(const Matrix<Real>& matrix);

/// The weighted sums of the outputs of a network of any number of layers, for some samples.
/// @param weights  of each layer, shape [inputs, outputs]; with biases they have one input more, the last, always 1.
/// @param values   of the inputs, shape [samples, inputs], with that input.
/// Cost: 2 samples (numbers of all weights) flop, and a unit for each value.
template <class Real>
Matrix<Real> output_sums(const std::vector<Matrix<Real>>& weights, const Units& units, Matrix<Real> values);

}  // namespace uneven::perceptron
