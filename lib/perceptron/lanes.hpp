// SPDX-License-Identifier: MIT
#pragma once

// Included only by the *_kernel.cpp files; the unnamed namespace keeps each instruction set's copy apart.

#include <cstdint>
#include <type_traits>

namespace uneven::perceptron {
namespace {

/// Vectors of `bytes` bytes of Real.
template <class Real, int bytes>
struct Lanes {
  static constexpr std::int64_t count = bytes / sizeof(Real);
  using Integer = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  typedef Real Vector __attribute__((vector_size(bytes)));
  typedef Real Memory __attribute__((vector_size(bytes), aligned(sizeof(Real)), may_alias));
  typedef Integer Bits __attribute__((vector_size(bytes)));
  typedef double Double __attribute__((vector_size(bytes * 8 / sizeof(Real))));

  static Vector load(const Real* p) { return *reinterpret_cast<const Memory*>(p); }
  static void store(Real* p, Vector v) { *reinterpret_cast<Memory*>(p) = v; }

  static Vector load_first(const Real* p, std::int64_t n) {
    Vector v = {};
    for (std::int64_t i = 0; i < n; ++i) v[i] = p[i];
    return v;
  }
  static void store_first(Real* p, Vector v, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i) p[i] = v[i];
  }
};

template <class Real>
struct ExpConstants;

template <>
struct ExpConstants<float> {
  static constexpr float bound = 87, round = 0x1.8p23f;
  static constexpr float ln2_high = 0x1.62e4p-1f, ln2_low = 0x1.7f7d1cp-20f;
  static constexpr int mantissa = 23, degree = 7;
};

template <>
struct ExpConstants<double> {
  static constexpr double bound = 708, round = 0x1.8p52;
  static constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
  static constexpr int mantissa = 52, degree = 13;
};

/// exp(y) in every lane, y within +-87 (float) or +-708 (double), beyond which it counts as that bound: 2^k exp(r) with
/// k = round(y / ln 2), |r| <= ln(2) / 2, and the Taylor polynomial of exp(r).
template <class Real, int bytes>
inline typename Lanes<Real, bytes>::Vector exponential(typename Lanes<Real, bytes>::Vector y) {
  using Vector = typename Lanes<Real, bytes>::Vector;
  using Bits = typename Lanes<Real, bytes>::Bits;
  using C = ExpConstants<Real>;
  const Vector bound = Vector{} + C::bound;
  y = y > bound ? bound : y;
  y = y < -bound ? -bound : y;
  // Adding 1.5 * 2^mantissa rounds to an integer, which then sits in the low bits.
  const Vector shifted = y * Real(1.44269504088896340736) + C::round;
  const Vector k = shifted - C::round;
  const Vector r = (y - k * C::ln2_high) - k * C::ln2_low;
  Real factorial = 1;
  for (int i = 2; i <= C::degree; ++i) factorial *= Real(i);
  Vector e = Vector{} + 1 / factorial;
#pragma GCC unroll 16
  for (int i = C::degree; i >= 1; --i) {
    factorial /= Real(i);
    e = e * r + 1 / factorial;
  }
  return reinterpret_cast<Vector>(reinterpret_cast<Bits>(e) + (reinterpret_cast<Bits>(shifted) << C::mantissa));
}

/// 1 / (1 + exp(-x)) in every lane.
template <class Real, int bytes>
inline typename Lanes<Real, bytes>::Vector sigmoid(typename Lanes<Real, bytes>::Vector x) {
  return 1 / (1 + exponential<Real, bytes>(-x));
}

/// ln(1 + x) in every lane, 0 <= x <= 1, within some epsilon: 2 atanh(s) with s = x / (2 + x) <= 1/3, by its series.
template <class Real, int bytes>
inline typename Lanes<Real, bytes>::Vector logarithm_of_one_and(typename Lanes<Real, bytes>::Vector x) {
  using Vector = typename Lanes<Real, bytes>::Vector;
  constexpr int terms = sizeof(Real) == 4 ? 8 : 17;
  const Vector s = x / (2 + x), square = s * s;
  Vector sum = Vector{} + Real(1) / (2 * terms + 1);
#pragma GCC unroll 20
  for (int i = terms - 1; i >= 0; --i) sum = sum * square + Real(1) / (2 * i + 1);
  return 2 * s * sum;
}

}  // namespace
}  // namespace uneven::perceptron
