// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <type_traits>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "comm/communicator.hpp"
#include "data/formats/npy.hpp"
#include "data/table.hpp"
#include "matmul/multiplier.hpp"

namespace uneven::matmul {

namespace {

using document::MatrixPart;

void require_shape(const data::NpyHeader& header, std::int64_t rows, std::int64_t columns, const std::string& file) {
  if (header.shape == std::vector<std::int64_t>{rows, columns}) return;
  std::string found;
  for (const std::int64_t extent : header.shape) found += (found.empty() ? "" : " x ") + std::to_string(extent);
  throw InputError(file + ": found an array of shape " + (found.empty() ? "()" : found) + "; the plan is for " +
                   std::to_string(rows) + " x " + std::to_string(columns));
}

}  // namespace

template <class Real>
Matrix<Real> part_of_input(const Input& input, std::int64_t processor, std::uint64_t seed) {
  const auto mine = std::ranges::find(input.parts, processor, &MatrixPart::processor);
  if (mine == input.parts.end()) return {};
  Matrix<Real> part;
  if (const auto& file = input.file) {
    data::NpyHeader header = data::read_npy_header(*file);
    if (input.transposed) {
      require_shape(header, input.columns, input.rows, *file);
      // The elements of a matrix in C order are those of its transpose in Fortran order.
      std::ranges::reverse(header.shape);
      header.fortran_order = !header.fortran_order;
    } else {
      require_shape(header, input.rows, input.columns, *file);
    }
    part.rows = mine->rows;
    part.columns = mine->columns;
    part.values = data::read_npy_block<Real>(*file, header, mine->rows, mine->columns);
    data::require_finite(*file, part.values, part.rows, part.columns);
  } else {
    part = Matrix<Real>(mine->rows, mine->columns);
    for (std::int64_t i = mine->rows.first; i < mine->rows.end(); ++i)
      for (std::int64_t j = mine->columns.first; j < mine->columns.end(); ++j)
        *part.at(i, j) = static_cast<Real>(hbsp::made_up(seed, input.what, i, j));
  }
  return part;
}

template Matrix<float> part_of_input(const Input&, std::int64_t, std::uint64_t);
template Matrix<double> part_of_input(const Input&, std::int64_t, std::uint64_t);

namespace {

/// @param error  errno, or 0 if all is well.
void require_written(int error, const std::string& file) {
  if (error) throw IoError(file + ": cannot write: " + std::strerror(error));
}

/// Takes the room on the disk before anybody writes; a file system that cannot tell lets the writes find out.
int reserve(int descriptor, off_t bytes) {
  if (::fallocate(descriptor, 0, 0, bytes) == 0) return 0;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  return ::ftruncate(descriptor, bytes) == 0 ? 0 : errno;
}

/// Writes the part among the rows, of `width` elements, of a matrix that begins at byte `begin`.
template <class Real>
int write_part(int descriptor, off_t begin, std::int64_t width, const Matrix<Real>& part) {
  constexpr std::int64_t size = sizeof(Real);
  const bool whole_rows = part.columns.count == width;
  const std::int64_t pieces = whole_rows ? 1 : part.rows.count;
  const std::int64_t length = whole_rows ? std::ssize(part.values) : part.columns.count;
  for (std::int64_t i = 0; i < pieces; ++i) {
    const off_t at = begin + ((part.rows.first + i) * width + part.columns.first) * size;
    const int error =
        write_bytes(descriptor, part.values.data() + i * length, static_cast<std::size_t>(length * size), at);
    if (error) return error;
  }
  return sync_file(descriptor);
}

template <class Real>
int write_part_to(const std::string& path, off_t begin, std::int64_t width, const Matrix<Real>& part) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
  if (descriptor < 0) return errno;
  const int error = write_part(descriptor, begin, width, part);
  return ::close(descriptor) == 0 || error ? error : errno;
}

}  // namespace

void require_place(const std::string& file, bool force) {
  if (is_special(file))
    throw UsageError(file + ": is no regular file; expected one, since parts of C go to places in it");
  require_replaceable(file, npy_magic, "an NPY array", force);
  require_writable(file);
}

template <class Real>
StoredMatrix::StoredMatrix(const std::string& file, std::int64_t rows, std::int64_t columns, const Matrix<Real>& part,
                           const comm::Communicator& comm)
    : comm_(comm) {
  const std::string header =
      data::npy_header(std::is_same_v<Real, double> ? data::NpyType::f8 : data::NpyType::f4, {rows, columns});
  const auto begin = static_cast<off_t>(header.size());
  comm::all_or_abort(comm, [&] {
    if (comm.rank() != 0) return;
    temporary_.emplace(file, true);
    path_ = temporary_->path();
    require_written(reserve(temporary_->descriptor(), begin + rows * columns * static_cast<off_t>(sizeof(Real))), file);
    require_written(write_bytes(temporary_->descriptor(), header.data(), header.size()), file);
  });
  path_ = comm::broadcast(comm, path_);
  comm::all_or_abort(comm, [&] {
    const int error = part.values.empty() ? 0 : write_part_to(path_, begin, columns, part);
    if (error == ENOENT)
      throw IoError(file + ": cannot write: this host does not see the file that rank 0 has begun beside it; " +
                    "expected a folder that all hosts share");
    require_written(error, file);
  });
}

void StoredMatrix::commit() {
  comm::all_or_abort(comm_, [&] {
    if (temporary_) temporary_->replace_target();
  });
}

template StoredMatrix::StoredMatrix(const std::string&, std::int64_t, std::int64_t, const Matrix<float>&,
                                    const comm::Communicator&);
template StoredMatrix::StoredMatrix(const std::string&, std::int64_t, std::int64_t, const Matrix<double>&,
                                    const comm::Communicator&);

}  // namespace uneven::matmul
