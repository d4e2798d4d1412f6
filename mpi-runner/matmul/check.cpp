// SPDX-License-Identifier: MIT
#include "matmul/check.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "data/npy.hpp"

namespace uneven::matmul {
namespace {

constexpr std::int64_t bytes_at_a_time = 32 << 20;

void sum(void* numbers, std::size_t count, MPI_Datatype type, const comm::Communicator& comm,
         const comm::WaitPolicy& wait_policy) {
  MPI_Request request = MPI_REQUEST_NULL;
  comm::check(MPI_Iallreduce(MPI_IN_PLACE, numbers, comm::count_of(count), type, MPI_SUM, comm.handle(), &request));
  wait_policy.wait_for(request);
}

}  // namespace

hbsp::AddUp add_up_over(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy) {
  return {[&](std::span<double> x) { sum(x.data(), x.size(), MPI_DOUBLE, comm, wait_policy); },
          [&](std::span<long double> x) { sum(x.data(), x.size(), MPI_LONG_DOUBLE, comm, wait_policy); }};
}

template <class Real>
hbsp::ProductView<Real> view_of(const document::ProductSize& size, const Matrix<Real>& a, const Matrix<Real>& b,
                                const Matrix<Real>& c) {
  const auto view = [](const Matrix<Real>& m, std::int64_t height, std::int64_t width) {
    return hbsp::BlockView<Real>{m.rows, m.columns, m.values.data(), height, width};
  };
  return {view(a, size.rows, size.inner), view(b, size.inner, size.columns), view(c, size.rows, size.columns)};
}

template <class Real>
void require_stored(const std::string& path, const std::string& file, std::int64_t rows, std::int64_t columns,
                    const Matrix<Real>& part) {
  if (part.values.empty()) return;
  const data::NpyHeader header = data::read_npy_header(path);
  if (header.shape != std::vector<std::int64_t>{rows, columns} || data::size_of(header.type) != sizeof(Real))
    throw IoError(file + ": is not the array that was written to it");
  const std::int64_t bytes_of_row = part.stride() * static_cast<std::int64_t>(sizeof(Real));
  const std::int64_t most = std::max<std::int64_t>(1, bytes_at_a_time / bytes_of_row);
  for (std::int64_t i = part.rows.first; i < part.rows.end(); i += most) {
    const document::Range some{i, std::min(most, part.rows.end() - i)};
    const auto found = data::read_npy_block<Real>(path, header, some, part.columns);
    if (std::memcmp(found.data(), part.at(i, part.columns.first), found.size() * sizeof(Real)) != 0)
      throw IoError(file + ": does not hold in rows " + std::to_string(i) + " to " + std::to_string(some.end() - 1) +
                    " what was written to them");
  }
}

template hbsp::ProductView<float> view_of(const document::ProductSize&, const Matrix<float>&, const Matrix<float>&,
                                          const Matrix<float>&);
template hbsp::ProductView<double> view_of(const document::ProductSize&, const Matrix<double>&, const Matrix<double>&,
                                           const Matrix<double>&);
template void require_stored(const std::string&, const std::string&, std::int64_t, std::int64_t, const Matrix<float>&);
template void require_stored(const std::string&, const std::string&, std::int64_t, std::int64_t, const Matrix<double>&);

}  // namespace uneven::matmul
