// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/temporary_file.hpp"
#include "comm/communicator.hpp"
#include "document/hbsp_matmul.hpp"
#include "hbsp/product_check.hpp"

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

/// An input of a product: A or B.
struct Input {
  const std::vector<document::MatrixPart>& parts;  ///< where it starts, of the plan
  std::int64_t rows = 0, columns = 0;
  std::optional<std::string> file;  ///< NPY; absent: made up
  bool transposed = false;          ///< the file holds the transposed matrix, of columns x rows
  hbsp::Made what;
};

/// This processor's part of an input matrix, read from an NPY file or made up.
///
/// @throws OpenError, IoError or InputError if the file cannot be read or holds no such matrix of finite numbers.
template <class Real>
Matrix<Real> part_of_input(const Input& input, std::int64_t processor, std::uint64_t seed);

/// Fails now where a StoredMatrix would after hours of work.
/// @throws UsageError if `file` is a device or a pipe, or, without `force`, something else than an NPY array; IoError
void require_place(const std::string& file, bool force);

/// A matrix in an NPY file, which gets its name by commit(). Each process writes its part to its place in a
/// temporary file that all hosts share, counts every byte and waits for the disk.
/// What cannot be written ends the job and leaves nothing.
class StoredMatrix {
 public:
  /// Collective.
  template <class Real>
  StoredMatrix(const std::string& file, std::int64_t rows, std::int64_t columns, const Matrix<Real>& part,
               const comm::Communicator& comm);

  /// The file until commit(), which every process can read.
  const std::string& path() const { return path_; }

  /// Collective.
  void commit();

 private:
  const comm::Communicator& comm_;
  std::optional<TemporaryFile> temporary_;  ///< at rank 0, which owns it
  std::string path_;
};

}  // namespace uneven::matmul
