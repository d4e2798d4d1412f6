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

enum class As { it_stands, transposed };

/// The first columns of A B, as many as C has; each factor as it stands or transposed.
///
/// OpenBLAS takes products with a depth and columns of C of at least 64, Product the others.
template <class Real>
void multiply(const Matrix<Real>& a, As a_is, const Matrix<Real>& b, As b_is, Matrix<Real>& c);

/// The weighted sums of the outputs of a network of any number of layers, for some samples.
/// @param weights  of each layer, shape [inputs, outputs]; with biases they have one input more, the last, always 1.
/// @param values   of the inputs, shape [samples, inputs], with that input.
/// The sums of a sample have the same bits with any other samples: Product makes them all.
/// Cost: 2 samples (numbers of all weights) flop, and a unit for each value.
template <class Real>
Matrix<Real> output_sums(const std::vector<Matrix<Real>>& weights, const Units& units, Matrix<Real> values);

}  // namespace uneven::perceptron
