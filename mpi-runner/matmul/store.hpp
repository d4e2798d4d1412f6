#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "matmul/matrix.hpp"

namespace uneven::matmul {

/// Fails now where store() would after hours of work. @throws UsageError if `file` is a device or a pipe, IoError
void require_place(const std::string& file);

/// Writes an n x n matrix as NPY, each process its part at its place; the file appears under its name when it is whole.
/// Collective. Ends the job if the file cannot be written.
template <class Real>
void store(const std::string& file, std::int64_t n, const Matrix<Real>& part, const comm::Communicator& comm);

}  // namespace uneven::matmul
