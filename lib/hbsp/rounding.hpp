// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace uneven::hbsp {

/// Error of `c` as the sum of a_k b_k, over the bound on errors from rounding to Real; explained by rounding if <= 1.
///
/// A sum of products is made in some order, by partial sums s_1, s_2, ... Each rounding multiplies one by 1 + d with
/// |d| <= u, so that c - a b = sum_k d_k s_k to first order. If the d_k are mean independent, this exceeds
/// t u (sum_k s_k^2)^(1/2) with a probability of at most 2 exp(-t^2 / 2) (Azuma). It is at most sqrt(n) t u |a| |b|,
/// with the sqrt(n) of Higham and Mary in place of n; with signs at random it is smaller by another sqrt(n), about.
/// Here t = 8, and the probability less than 3e-14.
///
/// The order of a sum depends on the BLAS. So the bound takes the largest sum of squares over many orders: term by
/// term, in interleaved sums as SIMD lanes make them, and in blocks as caches favour them.
///
/// If all numbers are similar, their roundings have one sign. So the bound also covers four times the error that Real
/// actually makes in one of these orders.
///
/// Near zero, each of the n roundings adds up to half the least positive number of Real, with the same statistics.
///
/// Sources: N. J. Higham, T. Mary, A new approach to probabilistic rounding error analysis, SIAM J. Sci. Comput. 41(5),
///   2019, doi:10.1137/18M1226312; I. C. F. Ipsen, H. Zhou, Probabilistic error analysis for inner products, SIAM J.
///   Matrix Anal. Appl. 41(4), 2020, arXiv:1906.10465: the martingale of the partial sums.
///
/// @param a, b  shape [n], of finite numbers.
/// @param c     finite.
/// Cost: O(n).
template <class Real>
double over_rounding(std::span<const Real> a, std::span<const Real> b, Real c);

}  // namespace uneven::hbsp
