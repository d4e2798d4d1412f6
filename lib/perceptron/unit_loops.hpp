// SPDX-License-Identifier: MIT
#pragma once

// Units other than the hidden sigmoid, and losses other than its squares. Included by loops.hpp alone; the unnamed
// namespace keeps each instruction set's copy apart.

#include <cstdint>

#include "perceptron/lanes.hpp"

namespace uneven::perceptron {
namespace {

/// x = f(x) in place, for a function of vectors.
template <class Real, int bytes, class Function>
inline void change_all(Real* x, std::int64_t count, const Function& f) {
  using L = Lanes<Real, bytes>;
  std::int64_t i = 0;
  for (; i + L::count <= count; i += L::count) L::store(x + i, f(L::load(x + i)));
  if (i < count) L::store_first(x + i, f(L::load_first(x + i, count - i)), count - i);
}

template <class Real, int bytes>
void tanh_all(Real* x, std::int64_t count) {
  change_all<Real, bytes>(x, count, [](auto v) { return 2 * sigmoid<Real, bytes>(2 * v) - 1; });
}

template <class Real, int bytes>
void relu_all(Real* x, std::int64_t count) {
  change_all<Real, bytes>(x, count, [](auto v) { return v < 0 ? decltype(v){} : v; });
}

/// The sum of a loss over outputs. term(u, d, slope, loss) computes vectors of it, and the slopes that replace u.
template <class Real, int bytes, class Term>
inline double sum_of_losses(Real* u, const Real* d, std::int64_t count, const Term& term) {
  using L = Lanes<Real, bytes>;
  using Vector = typename L::Vector;
  typename L::Double sums = {};
  double sum = 0;
  Vector slope, loss;
  std::int64_t i = 0;
  for (; i + L::count <= count; i += L::count) {
    term(L::load(u + i), L::load(d + i), slope, loss);
    sums += __builtin_convertvector(loss, typename L::Double);
    L::store(u + i, slope);
  }
  if (const std::int64_t left = count - i; left > 0) {
    term(L::load_first(u + i, left), L::load_first(d + i, left), slope, loss);
    for (std::int64_t k = 0; k < left; ++k) sum += double(loss[k]);
    L::store_first(u + i, slope, left);
  }
  for (std::int64_t k = 0; k < L::count; ++k) sum += sums[k];
  return sum;
}

/// -d ln h - (1 - d) ln(1 - h) = max(u, 0) - d u + ln(1 + exp(-|u|)), which is finite for any finite u.
template <class Real, int bytes>
double sigmoid_entropy(Real* u, const Real* d, std::int64_t count) {
  using Vector = typename Lanes<Real, bytes>::Vector;
  return sum_of_losses<Real, bytes>(u, d, count, [](auto x, auto target, auto& slope, auto& loss) {
    slope = sigmoid<Real, bytes>(x) - target;
    const Vector negative = x < 0 ? x : -x;
    loss = (x < 0 ? Vector{} : x) - target * x + logarithm_of_one_and<Real, bytes>(exponential<Real, bytes>(negative));
  });
}

template <class Real, int bytes>
double linear_error(Real* u, const Real* d, std::int64_t count) {
  return sum_of_losses<Real, bytes>(u, d, count,
                                    [](auto x, auto target, auto& slope, auto& loss) {
                                      slope = x - target;
                                      loss = slope * slope;
                                    }) /
         2;
}

template <class Real>
inline Real largest_of(const Real* u, std::int64_t count) {
  Real largest = u[0];
  for (std::int64_t k = 1; k < count; ++k) largest = u[k] > largest ? u[k] : largest;
  return largest;
}

/// u becomes exp(u - largest). @return  the sum.
template <class Real, int bytes>
inline double exponentials(Real* u, std::int64_t outputs, Real largest) {
  change_all<Real, bytes>(u, outputs, [&](auto v) { return exponential<Real, bytes>(v - largest); });
  double sum = 0;
  for (std::int64_t k = 0; k < outputs; ++k) sum += double(u[k]);
  return sum;
}

template <class Real, int bytes>
void softmax_all(Real* u, std::int64_t samples, std::int64_t outputs) {
  for (; samples > 0; --samples, u += outputs) {
    const double sum = exponentials<Real, bytes>(u, outputs, largest_of(u, outputs));
    for (std::int64_t k = 0; k < outputs; ++k) u[k] = Real(double(u[k]) / sum);
  }
}

/// Of a sample whose targets add up to 1: ln(sum of exp(u)) - sum of d u.
template <class Real, int bytes>
double softmax_entropy(Real* u, const Real* d, std::int64_t samples, std::int64_t outputs) {
  double loss = 0;
  for (; samples > 0; --samples, u += outputs, d += outputs) {
    const Real largest = largest_of(u, outputs);
    double expected = 0;
    for (std::int64_t k = 0; k < outputs; ++k) expected += double(d[k]) * (double(u[k]) - double(largest));
    const double sum = exponentials<Real, bytes>(u, outputs, largest);
    loss += __builtin_log(sum) - expected;
    for (std::int64_t k = 0; k < outputs; ++k) u[k] = Real(double(u[k]) / sum - double(d[k]));
  }
  return loss;
}

}  // namespace
}  // namespace uneven::perceptron
