#include "matmul/check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "comm/collectives.hpp"
#include "hbsp/made_up.hpp"

namespace uneven::matmul {
namespace {

constexpr int vectors = 20;

using Vector = std::vector<double>;

/// y = M x for a matrix whose parts lie on the processes; everyone has x and gets y. Collective.
template <class Real>
class Product {
 public:
  Product(const comm::Communicator& comm, const comm::Patience& patience) : comm_(comm), patience_(patience) {}

  Vector operator()(const Matrix<Real>& part, const Vector& x, bool absolute = false) const {
    Vector y(x.size(), 0.0);
    for (std::int64_t i = part.rows.first; i < part.rows.end(); ++i) {
      const Real* row = part.at(i, part.columns.first);
      const double* factor = x.data() + part.columns.first;
      double sum = 0;
      for (std::int64_t j = 0; j < part.columns.count; ++j)
        sum += (absolute ? std::abs(static_cast<double>(row[j])) : static_cast<double>(row[j])) * factor[j];
      y[static_cast<std::size_t>(i)] = sum;
    }
    add_all(y);
    return y;
  }

 private:
  void add_all(Vector& y) const {
    MPI_Request request = MPI_REQUEST_NULL;
    comm::check(MPI_Iallreduce(MPI_IN_PLACE, y.data(), static_cast<int>(y.size()), MPI_DOUBLE, MPI_SUM, comm_.handle(),
                               &request));
    patience_.wait_for(request);
  }

  const comm::Communicator& comm_;
  const comm::Patience& patience_;
};

Vector signs(std::int64_t n, std::uint64_t seed, int vector) {
  Vector x(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    x[static_cast<std::size_t>(i)] = hbsp::made_up(seed, hbsp::Made::vector, vector, i) < 0 ? -1 : 1;
  return x;
}

}  // namespace

template <class Real>
Deviation check_product(std::int64_t n, const Matrix<Real>& a, const Matrix<Real>& b, const Matrix<Real>& c,
                        std::uint64_t seed, const comm::Communicator& comm, const comm::Patience& patience) {
  const Product<Real> product(comm, patience);
  const Vector ones(static_cast<std::size_t>(n), 1.0);
  const Vector magnitude = product(a, product(b, ones, true), true);
  const double unit = 2.0 * static_cast<double>(n) * std::numeric_limits<Real>::epsilon();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Deviation worst{vectors, true, 0, 0};
  worst.finite = std::ranges::all_of(magnitude, [](double bound) { return std::isfinite(bound); });
  if (!worst.finite) return worst;
  for (int v = 0; v < vectors; ++v) {
    const Vector x = signs(n, seed, v);
    const Vector expected = product(a, product(b, x)), found = product(c, x);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const double difference = std::abs(found[i] - expected[i]);
      if (difference == 0) continue;
      worst.finite = std::isfinite(difference) || magnitude[i] <= std::numeric_limits<Real>::max();
      if (!worst.finite) return worst;
      const double over_bound = std::isnan(difference) ? infinity : difference / (unit * magnitude[i]);
      if (over_bound > worst.over_bound) worst = {vectors, true, over_bound, static_cast<std::int64_t>(i)};
    }
  }
  return worst;
}

template Deviation check_product(std::int64_t, const Matrix<float>&, const Matrix<float>&, const Matrix<float>&,
                                 std::uint64_t, const comm::Communicator&, const comm::Patience&);
template Deviation check_product(std::int64_t, const Matrix<double>&, const Matrix<double>&, const Matrix<double>&,
                                 std::uint64_t, const comm::Communicator&, const comm::Patience&);

}  // namespace uneven::matmul
