// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/checksum.hpp"
#include "hbsp/vector_products.hpp"

namespace uneven::hbsp {

/// The matrix to generate; A and B of one seed differ.
enum class Made : std::uint64_t { a = 1, b = 2, vector = 3 };

/// Element (i, j) of a generated matrix: uniform in [-1, 1), the same on every process.
inline double made_up(std::uint64_t seed, Made what, std::int64_t i, std::int64_t j) {
  const std::uint64_t row =
      mix(mix(seed + golden) + golden * static_cast<std::uint64_t>(what) + static_cast<std::uint64_t>(i));
  return static_cast<double>(mix(row + golden * (static_cast<std::uint64_t>(j) + 1)) >> 11) * 0x1p-52 - 1;
}

/// The blocks of one process in a product C = A B.
template <class Real>
struct ProductView {
  BlockView<Real> a, b, c;
};

/// Deviation of C from A B.
struct Deviation {
  int vectors = 0;                   ///< number of random vectors
  double over_bound = 0;             ///< error of the worst element over its bound from rounding; sound if <= 1
  std::int64_t row = 0, column = 0;  ///< of the worst element
  bool too_large = false;            ///< C is not finite there, and A B itself may be no finite Real

  bool sound() const { return over_bound <= 1; }
};

/// Checks whether rounding explains the difference between every element of C and that of A B.
///
/// 1. C x is compared with A (B x), and x C with (x A) B, for random vectors x of signs (Freivalds 1977): a C that is
///    wrong passes a vector with a probability of at most 1/2. With 10 and 10 vectors: at most a millionth.
///    Signs are scaled by powers of two so that all rows and columns of A B count alike.
/// 2. The five worst rows and the five worst columns, relative to |A| |B|, are computed again, so that the result does
///    not depend on how the errors of a row, with random signs, add up.
/// 3. The worst element of each is compared with the bound from rounding, by over_rounding().
/// Elements of C that are not finite are found before all this.
///
/// Everything but over_rounding() is in double, or in long double, of 15 bits of exponent, where products of the
/// numbers could leave double's range.
///
/// Collective if `add_up` is. All processes get the same result.
/// @param view  blocks of finite A and B. Each element lies on one process.
/// Cost: 30 multiply-adds for each element of A, B and C, over all processes; memory for 20 vectors of each extent.
template <class Real>
Deviation check_product(const ProductView<Real>& view, std::uint64_t seed, const AddUp& add_up);

/// Searches for an element of C that is not finite. @return  a sound deviation if there is none.
/// Collective if `add_up` is. Cost: one pass over the elements of C, and as many numbers to add up as C has rows and
/// columns.
template <class Real>
Deviation check_finite(const ProductView<Real>& view, const AddUp& add_up);

}  // namespace uneven::hbsp
