#include "matmul/source.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "data/finite.hpp"
#include "data/npy.hpp"

namespace uneven::matmul {
namespace {

using document::MatrixPart;

void require_shape(const data::NpyHeader& header, std::int64_t n, const std::string& file) {
  if (header.shape == std::vector<std::int64_t>{n, n}) return;
  std::string found;
  for (const std::int64_t extent : header.shape) found += (found.empty() ? "" : " x ") + std::to_string(extent);
  throw InputError(file + ": found an array of shape " + (found.empty() ? "()" : found) + "; the plan is for " +
                   std::to_string(n) + " x " + std::to_string(n));
}

}  // namespace

template <class Real>
Matrix<Real> part_of_input(const std::vector<MatrixPart>& parts, std::int64_t processor, std::int64_t n,
                           const std::optional<std::string>& file, std::uint64_t seed, hbsp::Made what) {
  const auto mine = std::ranges::find(parts, processor, &MatrixPart::processor);
  if (mine == parts.end()) return {};
  Matrix<Real> part;
  if (file) {
    const data::NpyHeader header = data::read_npy_header(*file);
    require_shape(header, n, *file);
    part.rows = mine->rows;
    part.columns = mine->columns;
    part.values = data::read_npy_block<Real>(*file, header, mine->rows, mine->columns);
    data::require_finite(*file, part.values, part.rows, part.columns);
  } else {
    part = Matrix<Real>(mine->rows, mine->columns);
    for (std::int64_t i = mine->rows.first; i < mine->rows.end(); ++i)
      for (std::int64_t j = mine->columns.first; j < mine->columns.end(); ++j)
        *part.at(i, j) = static_cast<Real>(hbsp::made_up(seed, what, i, j));
  }
  return part;
}

template Matrix<float> part_of_input(const std::vector<MatrixPart>&, std::int64_t, std::int64_t,
                                     const std::optional<std::string>&, std::uint64_t, hbsp::Made);
template Matrix<double> part_of_input(const std::vector<MatrixPart>&, std::int64_t, std::int64_t,
                                      const std::optional<std::string>&, std::uint64_t, hbsp::Made);

}  // namespace uneven::matmul
