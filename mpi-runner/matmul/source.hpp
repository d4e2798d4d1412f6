#pragma once

#include <optional>
#include <string>

#include "hbsp/made_up.hpp"
#include "matmul/matrix.hpp"

namespace uneven::matmul {

/// This processor's part of an input matrix, read from an NPY file or made up.
///
/// @param parts  where the matrix starts, of the plan.
/// @param n      size that the file must have.
/// @throws OpenError, IoError or InputError if the file cannot be read or holds no n x n matrix of finite numbers.
template <class Real>
Matrix<Real> part_of_input(const std::vector<document::MatrixPart>& parts, std::int64_t processor, std::int64_t n,
                           const std::optional<std::string>& file, std::uint64_t seed, hbsp::Made what);

}  // namespace uneven::matmul
