// SPDX-License-Identifier: MIT
#pragma once

// Gaussian mixtures. Included only by loops.hpp.

#include "elements/kernels/kernels.hpp"
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {
namespace {

/// l = ln(weight) + ln density of one component for a tile's points, and the largest so far of each point.
template <int bytes, int D>
inline void log_densities(const Points& p, std::int64_t first, std::int64_t count, const double* component,
                          typename Vectors<bytes>::V* difference, double* __restrict l, double* largest) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  const double* mean = component + 1;
  for (std::int64_t i = 0; i < count; i += L::lanes) {
    V held[D > 0 ? D : 1];
    V* x = D > 0 ? held : difference;
#pragma GCC unroll 4
    for (int j = 0; j < d; ++j) x[j] = L::load(p.lane[j] + first + i) - mean[j];
    V square{};
    const double* inverse = mean + d;
#pragma GCC unroll 4
    for (int a = 0; a < d; ++a) {
      V y{};
#pragma GCC unroll 4
      for (int b = 0; b <= a; ++b) y += x[b] * *inverse++;
      square += y * y;
    }
    const V density = component[0] - 0.5 * square, before = L::load(largest + i);
    L::store(l + i, density);
    L::store(largest + i, density > before ? density : before);
  }
}

/// Adds the moments about the component's mean of the tile's points, weighted by r[count].
template <int bytes, int D>
inline void sum_moments(const Points& p, std::int64_t first, std::int64_t count, const double* component,
                        const double* r, const double* scale, double* sums) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  const double* mean = component + 1;
  const auto weight = [&](std::int64_t i) { return L::load(r + i) * L::load(scale + i); };
  if constexpr (D > 0) {
    constexpr int products = triangle(D);
    V zero{}, once[D] = {}, twice[products] = {};
    for (std::int64_t i = 0; i < count; i += L::lanes) {
      const V w = weight(i);
      V x[D], weighted[D];
#pragma GCC unroll 4
      for (int j = 0; j < D; ++j) {
        x[j] = L::load(p.lane[j] + first + i) - mean[j];
        weighted[j] = w * x[j];
        once[j] += weighted[j];
      }
      zero += w;
#pragma GCC unroll 4
      for (int a = 0; a < D; ++a)
#pragma GCC unroll 4
        for (int b = 0; b <= a; ++b) twice[triangle_at(a, b)] += weighted[a] * x[b];
    }
    sums[0] += L::sum(zero);
    for (int j = 0; j < D; ++j) sums[1 + j] += L::sum(once[j]);
    for (int n = 0; n < products; ++n) sums[1 + D + n] += L::sum(twice[n]);
  } else {
    for (int a = -1; a < d; ++a) {
      V once{};
      for (std::int64_t i = 0; i < count; i += L::lanes)
        once += a < 0 ? weight(i) : weight(i) * (L::load(p.lane[a] + first + i) - mean[a]);
      sums[1 + a] += L::sum(once);
      for (int b = 0; b <= a; ++b) {
        V twice{};
        for (std::int64_t i = 0; i < count; i += L::lanes)
          twice += weight(i) * (L::load(p.lane[a] + first + i) - mean[a]) * (L::load(p.lane[b] + first + i) - mean[b]);
        sums[1 + d + triangle_at(a, b)] += L::sum(twice);
      }
    }
  }
}

template <int bytes>
void mixture(const Points& p, const double* components, std::int64_t k, double* sums, double* likelihood, double* label,
             double* scratch) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    const int d = D > 0 ? D : p.dimensions;
    const std::int64_t size = 1 + d + triangle(d);
    const std::int64_t tile = mixture_tile_of(k, L::lanes);
    auto* __restrict r = reinterpret_cast<double*>((reinterpret_cast<std::uintptr_t>(scratch) + 63) / 64 * 64);
    auto* difference = reinterpret_cast<V*>(r + tile * k);
    alignas(64) double largest[mixture_tile], total[mixture_tile], scale[mixture_tile];
    double logarithms = 0;
    V largest_sum{};
    for (std::int64_t first = 0; first < p.count; first += tile) {
      const std::int64_t count = p.count - first < tile ? p.count - first : tile;
      for (std::int64_t i = 0; i < count; i += L::lanes) {
        L::store(largest + i, L::all(-__builtin_inf()));
        L::store(total + i, V{});
      }
      for (std::int64_t c = 0; c < k; ++c)
        log_densities<bytes, D>(p, first, count, components + c * size, difference, r + c * tile, largest);
      for (std::int64_t c = 0; c < k; ++c)
        for (std::int64_t i = 0; i < count; i += L::lanes) {
          const V e = L::exp(L::load(r + c * tile + i) - L::load(largest + i));
          L::store(r + c * tile + i, e);
          L::store(total + i, L::load(total + i) + e);
        }
      V product = L::all(1);  // of totals, each at most k: far from overflow
      for_vectors<L::lanes>(count, [&](std::int64_t i, auto whole) {
        V factor = L::load(total + i), most = L::load(largest + i), inverse = 1 / factor;
        if constexpr (!whole) {
          const auto valid = L::numbers() < count - i;
          factor = valid ? factor : L::all(1);
          most = valid ? most : V{};
          inverse = valid ? inverse : V{};
        }
        product *= factor;
        largest_sum += most;
        L::store(scale + i, inverse);
      });
      for (int l = 0; l < L::lanes; ++l) logarithms += __builtin_log(product[l]);
      for (std::int64_t c = 0; c < k; ++c)
        sum_moments<bytes, D>(p, first, count, components + c * size, r + c * tile, scale, sums + c * size);
      for (std::int64_t i = 0; label && i < count; ++i) {
        std::int64_t likeliest = 0;
        while (likeliest + 1 < k && r[likeliest * tile + i] < 1) ++likeliest;  // exp(0) is 1
        label[first + i] = static_cast<double>(likeliest);
      }
    }
    *likelihood += logarithms + L::sum(largest_sum);
  });
}

}  // namespace
}  // namespace uneven::elements
