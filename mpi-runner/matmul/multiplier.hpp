// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/temporary_file.hpp"
#include "comm/communicator.hpp"
#include "comm/transport.hpp"
#include "comm/wait.hpp"
#include "document/hbsp_matmul.hpp"
#include "hbsp/product_check.hpp"
#include "hbsp/schedule.hpp"
#include "matmul/stop.hpp"
#include "schedule/performer.hpp"

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
/// A failed write ends the job and leaves no file.
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

/// Computes this process's block of C = A B as the schedule of the product says, panel by panel; the next ones travel
/// while one is multiplied.
///
/// MPI moves contiguous messages fastest, and with the fewest tests. So panels of A, which are narrow columns, are
/// packed before they are sent, once for all receivers; rows of B are contiguous already.
template <class Real>
class Multiplier : private schedule::Actor {
 public:
  /// Connects this process with all that it will exchange panels with, and makes room for the first panels. Collective
  /// over the processors with a block.
  ///
  /// @param a, b  this process's parts where the matrices start; they must stay until the end.
  /// @param c     this process's block, of zeros.
  Multiplier(const document::HbspMatmul& plan, const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
             const Matrix<Real>& a, const Matrix<Real>& b, Matrix<Real>& c);

  std::size_t panels() const { return panels_.size(); }

  /// Collective over the processors that have a block.
  /// @param stop  may end it early; C is then incomplete.
  /// @return      how many columns of A were multiplied for it: all, unless it was stopped.
  /// Cost: inner rows columns multiply-adds for the rows and columns of the block; memory as hbsp::matmul_memory.
  std::int64_t multiply(Stop& stop);

  const schedule::Times& times() const { return performer_.times(); }

 private:
  /// Room for a panel here, and for what this process has of A's panel.
  struct Place {
    Matrix<Real> a, b, packed_a;
    std::int64_t packed = -1;  ///< panel
  };

  using schedule::Actor::memory;
  void work(const schedule::Work& work) override;
  schedule::Memory memory(const schedule::Send& send) override;
  schedule::Memory memory(const schedule::Receive& receive) override;
  Place& place(std::int64_t panel);
  void pack(std::int64_t panel);
  void copy_own(std::int64_t panel);
  void add_product(std::int64_t panel);
  void connect();

  const document::HbspMatmul& plan_;
  const Matrix<Real>& a_;
  const Matrix<Real>& b_;
  Matrix<Real>& c_;
  std::vector<document::Range> panels_;
  std::vector<Place> places_;
  schedule::Schedule schedule_;
  comm::Transport transport_;
  schedule::Performer<Real> performer_;
  Stop* stop_ = nullptr;
  std::int64_t done_ = 0;  ///< columns of A
  bool shows_progress_;
};

extern template class Multiplier<float>;
extern template class Multiplier<double>;

/// Of the parts of this process; their sums are made over all.
hbsp::AddUp add_up_over(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy);

/// A process without a part has an empty one.
template <class Real>
hbsp::ProductView<Real> view_of(const document::ProductSize& size, const Matrix<Real>& a, const Matrix<Real>& b,
                                const Matrix<Real>& c);

/// Reads a part of a matrix again from `path`, to which it was written.
/// @param file           what messages call it.
/// @param rows, columns  of the whole matrix.
/// @throws IoError  if it differs from `part`, which was written.
template <class Real>
void require_stored(const std::string& path, const std::string& file, std::int64_t rows, std::int64_t columns,
                    const Matrix<Real>& part);

}  // namespace uneven::matmul
