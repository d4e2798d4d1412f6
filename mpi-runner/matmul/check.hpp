#pragma once

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "matmul/matrix.hpp"

namespace uneven::matmul {

/// How far C is from A B.
struct Deviation {
  int vectors = 0;     ///< tried
  bool finite = true;  ///< false if |A| |B| is not, or C where it is too large for a Real; the rest tells nothing then
  double over_bound = 0;  ///< largest |C x - A (B x)|_i over its bound, over all rows and vectors; sound if <= 1
  std::int64_t row = 0;   ///< where
};

/// Freivalds' check of C = A B: C x against A (B x) for random vectors x of signs.
///
/// Row i may differ by 2 n eps (|A| |B| 1)_i, eps the rounding unit of Real: n eps |A| |B| bounds the error of any
/// order of summation in C, and the vectors' own products, in double, add less. A wrong row of C passes a vector with
/// probability 1/2 at most.
///
/// Collective. Each process gives its parts, empty where it has none.
/// Cost: O((vectors + 1) part) per process, and sums of n numbers over all.
template <class Real>
Deviation check_product(std::int64_t n, const Matrix<Real>& a, const Matrix<Real>& b, const Matrix<Real>& c,
                        std::uint64_t seed, const comm::Communicator& comm, const comm::Patience& patience);

}  // namespace uneven::matmul
