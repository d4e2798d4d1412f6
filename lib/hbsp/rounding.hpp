// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace uneven::hbsp {

/// How far `c` is from the sum of a_k b_k, as a multiple of what rounding to Real explains; right if at most 1.
///
/// A sum of products is made in some order, by partial sums s_1, s_2, ... Each rounding multiplies one by 1 + d with
/// |d| <= u, so that c - a b = sum_k d_k s_k to first order. If the d_k are mean independent, this exceeds
/// t u (sum_k s_k^2)^(1/2) with a probability of at most 2 exp(-t^2 / 2) (Azuma). It is at most sqrt(n) t u |a| |b|,
/// with the sqrt(n) of Higham and Mary in place of n; with signs at random it is smaller by another sqrt(n), about.
/// Here t = 8, and the probability less than 3e-14.
///
/// The order is the BLAS's own. So the largest sum of squares counts of many orders: term by term, in as many
/// interleaved sums as vector units have lanes, and in blocks as caches ask for.
///
/// Where all numbers are alike their roundings go one way. So the error that Real makes in one of these orders counts,
/// too, four times.
///
/// Near zero each of n roundings adds up to half the least positive number of Real, likewise.
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
