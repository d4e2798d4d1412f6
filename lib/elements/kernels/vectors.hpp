// SPDX-License-Identifier: MIT
#pragma once

// Included only by the *_kernel.cpp files; the unnamed namespace keeps each instruction set's copy apart.

#include <cstdint>
#include <type_traits>

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {
namespace {

/// Vectors of `bytes` bytes of doubles.
template <int bytes>
struct Vectors {
  static constexpr int lanes = bytes / 8;
  // The attribute is obeyed on types that depend on `bytes` only.
  template <class T>
  using Dependent = std::conditional_t<(bytes > 0), T, void>;
  typedef Dependent<double> V __attribute__((vector_size(bytes)));
  typedef Dependent<double> Memory __attribute__((vector_size(bytes), aligned(8), may_alias));
  typedef Dependent<std::int64_t> I __attribute__((vector_size(bytes)));

  static V load(const double* p) { return *reinterpret_cast<const Memory*>(p); }
  static void store(double* p, V v) { *reinterpret_cast<Memory*>(p) = v; }
  static V all(double x) { return V{} + x; }

  /// 0, 1, 2, ...
  static I numbers() {
    I n{};
    for (int l = 0; l < lanes; ++l) n[l] = l;
    return n;
  }

  static double sum(V v) {
    double total = 0;
    for (int l = 0; l < lanes; ++l) total += v[l];
    return total;
  }

  /// exp(y), y <= 0, within 3 units in the last place; below -708 it is exp(-708), which is next to nothing.
  /// exp(y) = 2^k exp(r), k = round(y / ln 2), |r| <= ln(2) / 2, with the Taylor polynomial of exp(r).
  static V exp(V y) {
    y = y < -708.0 ? all(-708.0) : y;
    // Adding 1.5 * 2^52 rounds to an integer, which then sits in the low bits.
    const V shifted = y * 1.44269504088896340736 + 0x1.8p52;
    const V k = shifted - 0x1.8p52;
    const V r = (y - k * 0x1.62e42fefa38p-1) - k * 0x1.ef35793c7673p-45;
    constexpr double inverse_factorial[] = {
        1,          1,           1.0 / 2,      1.0 / 6,       1.0 / 24,       1.0 / 120,      1.0 / 720,
        1.0 / 5040, 1.0 / 40320, 1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800, 1.0 / 479001600};
    // Even and odd powers apart: one chain of twelve steps would take longer than the steps themselves.
    const V square = r * r;
    V even = all(inverse_factorial[12]), odd = all(inverse_factorial[11]);
#pragma GCC unroll 6
    for (int i = 10; i >= 0; i -= 2) even = even * square + inverse_factorial[i];
#pragma GCC unroll 6
    for (int i = 9; i >= 1; i -= 2) odd = odd * square + inverse_factorial[i];
    const V e = odd * r + even;
    return reinterpret_cast<V>(reinterpret_cast<I>(e) + (reinterpret_cast<I>(shifted) << 52));
  }
};

/// Asks for what comes after point i of each lane: the processor's own look ahead ends with a page.
template <int D>
inline void fetch_ahead(const Points& p, std::int64_t i) {
  constexpr std::int64_t ahead = 256;
  for (int j = 0; j < D; ++j) __builtin_prefetch(p.lane[j] + i + ahead);
}

/// Calls body(vector's first element, whether it is whole as a compile-time constant) for all vectors of `count`
/// elements; only the last may be partial.
template <int lanes, class Body>
inline void for_vectors(std::int64_t count, const Body& body) {
  std::int64_t i = 0;
  for (; i + lanes <= count; i += lanes) body(i, std::true_type{});
  if (i < count) body(i, std::false_type{});
}

}  // namespace
}  // namespace uneven::elements

// The loops behind Kernels, for vectors of `bytes` bytes. Included only by the *_kernel.cpp files, after their choice
// of instruction set; calls nothing from the standard library that would be compiled for that set too.
//
// Each works on tiles of points: first what each point is (its nearest centroid, its responsibilities), kept in a
// buffer in the first-level cache; then, class by class, the sums, which stay in registers.

#include "elements/kernels/assign_loops.hpp"
#include "elements/kernels/model_loops.hpp"
#include "elements/kernels/softmax_loops.hpp"

namespace uneven::elements {
namespace {

template <int bytes>
constexpr Kernels make_kernels(const char* instruction_set) {
  return {instruction_set,    assign<bytes>,  nearest<bytes>,         mixture<bytes, false>, logistic<bytes>,
          probability<bytes>, softmax<bytes>, likeliest_class<bytes>, mixture<bytes, true>};
}

}  // namespace
}  // namespace uneven::elements
