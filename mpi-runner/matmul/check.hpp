// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "hbsp/product_check.hpp"
#include "matmul/matrix_files.hpp"

namespace uneven::matmul {

/// Of the parts of this process; their sums are made over all.
hbsp::AddUp add_up_over(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy);

/// A process without a part has an empty one.
template <class Real>
hbsp::ProductView<Real> view_of(const document::ProductSize& size, const Matrix<Real>& a, const Matrix<Real>& b,
                                const Matrix<Real>& c);

/// Reads a part of a matrix again from `path`, to which it was written.
/// @param file           what messages call it.
/// @param rows, columns  of the whole matrix.
/// @throws IoError  if it is not what was written.
template <class Real>
void require_stored(const std::string& path, const std::string& file, std::int64_t rows, std::int64_t columns,
                    const Matrix<Real>& part);

}  // namespace uneven::matmul
