// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "hbsp/vector_products.hpp"

namespace uneven::hbsp {

/// What one process holds of a product C = A B of n x n matrices.
template <class Real>
struct ProductView {
  std::int64_t n = 0;
  BlockView<Real> a, b, c;
};

/// How far C is from A B.
struct Deviation {
  int vectors = 0;                   ///< tried
  double over_bound = 0;             ///< of the element that is worst: how often what rounding explains; sound if <= 1
  std::int64_t row = 0, column = 0;  ///< where
  bool too_large = false;            ///< C is not finite there, and A B may indeed be no finite Real

  bool sound() const { return over_bound <= 1; }
};

/// Whether every element of C is what rounding may have made of that of A B.
///
/// 1. C x is compared with A (B x), and x C with (x A) B, for random vectors x of signs (Freivalds 1977): a C that is
///    wrong passes a vector with a probability of 1/2 at most. Here are 10 and 10: together a millionth.
///    Signs are scaled by powers of two so that all rows and columns of A B count alike.
/// 2. The five rows and the five columns that are worst, by |A| |B|, are computed again, so that nothing depends on how
///    the errors of a row, of signs at random, add up.
/// 3. The worst element of each is compared with what rounding explains, by over_rounding().
/// An element of C that is not finite is found first.
///
/// Everything but over_rounding() is in double, or in long double, of 15 bits of exponent, where products of the
/// numbers could leave double's range.
///
/// Collective if `add_up` is. All processes get the same answer.
/// @param view  of finite A and B. Each element lies on one process.
/// Cost: 90 n^2 multiply-adds over all processes; O(n) memory.
template <class Real>
Deviation check_product(const ProductView<Real>& view, std::uint64_t seed, const AddUp& add_up);

/// Looks for an element of C that is not finite. @return  a sound deviation if there is none.
/// Collective likewise. Cost: the elements of C, n to add up.
template <class Real>
Deviation check_finite(const ProductView<Real>& view, const AddUp& add_up);

}  // namespace uneven::hbsp
