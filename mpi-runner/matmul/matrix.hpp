#pragma once

#include <cstdint>
#include <vector>

#include "document/hbsp_matmul.hpp"

namespace uneven::matmul {

/// A block of a matrix in one process's memory, row-major, addressed by the rows and columns of the whole.
template <class Real>
struct Matrix {
  document::Range rows, columns;
  std::vector<Real> values;  ///< shape [rows.count, columns.count]

  Matrix() = default;
  Matrix(document::Range rows_, document::Range columns_)
      : rows(rows_), columns(columns_), values(static_cast<std::size_t>(rows_.count * columns_.count)) {}

  std::int64_t stride() const { return columns.count; }
  Real* at(std::int64_t row, std::int64_t column) {
    return values.data() + (row - rows.first) * columns.count + (column - columns.first);
  }
  const Real* at(std::int64_t row, std::int64_t column) const { return const_cast<Matrix*>(this)->at(row, column); }
};

}  // namespace uneven::matmul
