// SPDX-License-Identifier: MIT
#pragma once

// Logistic regression. Included only by loops.hpp.

#include "elements/kernels/kernels.hpp"
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {
namespace {

/// Factors 1 + exp(-|z|) <= 2 of a product, lane by lane: 2^512 is far from overflow, and one logarithm serves them.
inline constexpr std::int64_t logistic_run = 512;

template <int bytes, int D>
inline typename Vectors<bytes>::V margin(const Points& p, std::int64_t i, const double* weights) {
  using L = Vectors<bytes>;
  const int d = D > 0 ? D : p.dimensions;
  auto z = L::all(weights[d]);
  if constexpr (D > 0) {
#pragma GCC unroll 4
    for (int j = 0; j < D; ++j) z += L::load(p.lane[j] + i) * weights[j];
  } else {
    for (int j = 0; j < d; ++j) z += L::load(p.lane[j] + i) * weights[j];
  }
  return z;
}

template <int bytes>
void logistic(const Points& p, const std::uint8_t* y, const double* weights, double* gradient, double* loss,
              double* wrong) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    constexpr int held = D > 0 ? D : 1;
    const int d = D > 0 ? D : p.dimensions;
    constexpr std::int64_t points = logistic_run * L::lanes;
    alignas(64) double residual[D > 0 ? 1 : points];
    V linear{}, constant_term{}, sum[held] = {};
    typename L::I mistaken{};
    double logarithms = 0;
    for (std::int64_t first = 0; first < p.count; first += points) {
      const std::int64_t count = p.count - first < points ? p.count - first : points;
      V product = L::all(1);
      for_vectors<L::lanes>(count, [&](std::int64_t at, auto whole) {
        const std::int64_t i = first + at;
        fetch_ahead<D>(p, i);
        const V z = margin<bytes, D>(p, i, weights);
        // The bytes of up to eight labels go to the lanes as one word, shifted.
        std::int64_t labels = 0;
        __builtin_memcpy(&labels, y + i, L::lanes);
        const auto one = (((typename L::I{} + labels) >> (8 * L::numbers())) & 1) != 0;
        const V label = one ? L::all(1) : V{};
        const auto positive = z > 0;
        auto mistake = positive ^ one;
        const V t = L::exp(positive ? -z : z);
        V factor = 1 + t;
        V r = (positive ? L::all(1) : t) / factor - label;
        V part = (positive ? z : V{}) - label * z;
        if constexpr (!whole) {
          const auto valid = L::numbers() < count - at;
          factor = valid ? factor : L::all(1);
          r = valid ? r : V{};
          part = valid ? part : V{};
          mistake &= valid;
        }
        mistaken -= mistake;
        product *= factor;
        linear += part;
        constant_term += r;
        if constexpr (D > 0) {
#pragma GCC unroll 4
          for (int j = 0; j < D; ++j) sum[j] += r * L::load(p.lane[j] + i);
        } else {
          L::store(residual + at, r);
        }
      });
      for (int l = 0; l < L::lanes; ++l) logarithms += __builtin_log(product[l]);
      if constexpr (D == 0) {
        for (int j = 0; j < d; ++j) {
          V total{};
          for (std::int64_t i = 0; i < count; i += L::lanes)
            total += L::load(residual + i) * L::load(p.lane[j] + first + i);
          gradient[j] += L::sum(total);
        }
      }
    }
    if constexpr (D > 0)
      for (int j = 0; j < D; ++j) gradient[j] += L::sum(sum[j]);
    gradient[d] += L::sum(constant_term);
    *loss += logarithms + L::sum(linear);
    std::int64_t mistakes = 0;
    for (int l = 0; l < L::lanes; ++l) mistakes += mistaken[l];
    *wrong += static_cast<double>(mistakes);
  });
}

template <int bytes>
void probability(const Points& p, const double* weights, double* out) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  for_vectors<L::lanes>(p.count, [&](std::int64_t i, auto whole) {
    const V z = margin<bytes, 0>(p, i, weights);
    const auto positive = z > 0;
    const V t = L::exp(positive ? -z : z);
    const V result = (positive ? L::all(1) : t) / (1 + t);
    const std::int64_t count = whole ? L::lanes : p.count - i;
    for (std::int64_t l = 0; l < count; ++l) out[i + l] = result[l];
  });
}

}  // namespace
}  // namespace uneven::elements
