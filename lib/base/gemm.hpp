// SPDX-License-Identifier: MIT
#pragma once

#include <cblas.h>

#include <cstdint>
#include <type_traits>

namespace uneven {

/// A factor of a product: numbers row by row, rows `stride` apart, taken as they stand or transposed.
template <class Real>
struct Factor {
  const Real* numbers;
  std::int64_t stride;
  bool transposed = false;
};

/// C = A B + beta C by OpenBLAS, of the shapes [m, n], [m, k] and [k, n]; the strides and sides fit into 32 bits.
/// Cost: 2 m n k flop.
template <class Real>
void gemm(std::int64_t m, std::int64_t n, std::int64_t k, const Factor<Real>& a, const Factor<Real>& b,
          std::type_identity_t<Real> beta, Real* c, std::int64_t stride) {
  const auto side = [](std::int64_t number) { return static_cast<blasint>(number); };
  const auto how = [](const Factor<Real>& factor) { return factor.transposed ? CblasTrans : CblasNoTrans; };
  const auto multiply = [&](auto of_this_precision) {
    of_this_precision(CblasRowMajor, how(a), how(b), side(m), side(n), side(k), 1, a.numbers, side(a.stride), b.numbers,
                      side(b.stride), beta, c, side(stride));
  };
  if constexpr (std::is_same_v<Real, float>)
    multiply(cblas_sgemm);
  else
    multiply(cblas_dgemm);
}

}  // namespace uneven
