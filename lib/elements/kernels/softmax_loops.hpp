// SPDX-License-Identifier: MIT
// Logistic regression with several classes. Included only by vectors.hpp.
#pragma once

#include "elements/kernels/kernels.hpp"
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {
namespace {

template <int bytes>
inline typename Vectors<bytes>::I whole_numbers(const std::int64_t* at) {
  return reinterpret_cast<typename Vectors<bytes>::I>(Vectors<bytes>::load(reinterpret_cast<const double*>(at)));
}

/// Adds sum r (x, 1) over a tile's points to sums[d + 1].
template <int bytes, int D>
inline void sum_residuals(const Points& p, std::int64_t first, std::int64_t count, const double* r, double* sums) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  if constexpr (D > 0) {
    V constant_term{}, sum[D] = {};
    for (std::int64_t i = 0; i < count; i += L::lanes) {
      const V residual = L::load(r + i);
      constant_term += residual;
#pragma GCC unroll 4
      for (int j = 0; j < D; ++j) sum[j] += residual * L::load(p.lane[j] + first + i);
    }
    for (int j = 0; j < D; ++j) sums[j] += L::sum(sum[j]);
    sums[D] += L::sum(constant_term);
  } else {
    for (int j = 0; j <= d; ++j) {
      V total{};
      for (std::int64_t i = 0; i < count; i += L::lanes)
        total += j < d ? L::load(r + i) * L::load(p.lane[j] + first + i) : L::load(r + i);
      sums[j] += L::sum(total);
    }
  }
}

template <int bytes>
void softmax(const Points& p, const std::uint8_t* y, const double* weights, std::int64_t k, double* gradient,
             double* loss, double* wrong, double* scratch) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  using I = typename L::I;
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    const std::int64_t row = p.dimensions + 1, tile = mixture_tile_of(k, L::lanes);
    auto* __restrict r = reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(scratch) + 63) / 64 * 64);
    alignas(64) double largest[mixture_tile], total[mixture_tile], own[mixture_tile], scale[mixture_tile];
    alignas(64) std::int64_t label[mixture_tile], likeliest[mixture_tile];
    double logarithms = 0;
    V linear{};
    I mistaken{};
    for (std::int64_t first = 0; first < p.count; first += tile) {
      const std::int64_t count = p.count - first < tile ? p.count - first : tile;
      for (std::int64_t i = 0; i < (count + L::lanes - 1) / L::lanes * L::lanes; ++i) {
        label[i] = i < count ? y[first + i] & (most_classes - 1) : -1;
        likeliest[i] = 0;
        largest[i] = -__builtin_inf();
        total[i] = own[i] = 0;
      }
      for (std::int64_t c = 0; c < k; ++c)
        for (std::int64_t i = 0; i < count; i += L::lanes) {
          const V z = margin<bytes, D>(p, first + i, weights + c * row), before = L::load(largest + i);
          const auto larger = z > before;
          L::store(r + c * tile + i, z);
          L::store(largest + i, larger ? z : before);
          const I who = larger ? I{} + c : whole_numbers<bytes>(likeliest + i);
          L::store(reinterpret_cast<double*>(likeliest) + i, reinterpret_cast<V>(who));
          L::store(own + i, whole_numbers<bytes>(label + i) == c ? z : L::load(own + i));
        }
      for (std::int64_t c = 0; c < k; ++c)
        for (std::int64_t i = 0; i < count; i += L::lanes) {
          const V e = L::exp(L::load(r + c * tile + i) - L::load(largest + i));
          L::store(r + c * tile + i, e);
          L::store(total + i, L::load(total + i) + e);
        }
      V product = L::all(1);  // of totals, each at most k: far from overflow
      for_vectors<L::lanes>(count, [&](std::int64_t i, auto whole) {
        V factor = L::load(total + i), part = L::load(largest + i) - L::load(own + i), inverse = 1 / factor;
        auto mistake = whole_numbers<bytes>(likeliest + i) != whole_numbers<bytes>(label + i);
        if constexpr (!whole) {
          const auto valid = L::numbers() < count - i;
          factor = valid ? factor : L::all(1);
          part = valid ? part : V{};
          inverse = valid ? inverse : V{};
          mistake &= valid;
        }
        product *= factor;
        linear += part;
        mistaken -= mistake;
        L::store(scale + i, inverse);
      });
      for (int l = 0; l < L::lanes; ++l) logarithms += __builtin_log(product[l]);
      for (std::int64_t c = 0; c < k; ++c) {
        for (std::int64_t i = 0; i < count; i += L::lanes) {
          const V p_of_class = L::load(r + c * tile + i) * L::load(scale + i);
          L::store(r + c * tile + i, p_of_class - (whole_numbers<bytes>(label + i) == c ? L::all(1) : V{}));
        }
        sum_residuals<bytes, D>(p, first, count, r + c * tile, gradient + c * row);
      }
    }
    *loss += logarithms + L::sum(linear);
    std::int64_t mistakes = 0;
    for (int l = 0; l < L::lanes; ++l) mistakes += mistaken[l];
    *wrong += static_cast<double>(mistakes);
  });
}

template <int bytes>
void likeliest_class(const Points& p, const double* weights, std::int64_t k, double* label) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  for_vectors<L::lanes>(p.count, [&](std::int64_t i, auto whole) {
    V largest = L::all(-__builtin_inf()), who{};
    for (std::int64_t c = 0; c < k; ++c) {
      const V z = margin<bytes, 0>(p, i, weights + c * (p.dimensions + 1));
      const auto larger = z > largest;
      largest = larger ? z : largest;
      who = larger ? L::all(static_cast<double>(c)) : who;
    }
    const std::int64_t count = whole ? L::lanes : p.count - i;
    for (std::int64_t l = 0; l < count; ++l) label[i + l] = who[l];
  });
}

}  // namespace
}  // namespace uneven::elements
