// SPDX-License-Identifier: MIT
// Logistic regression. Included only by loops.hpp.
#pragma once

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

// Gaussian mixtures. Included only by loops.hpp.

namespace {

/// l = ln(weight) + ln density of one component for a tile's points, and the largest so far of each point.
template <int bytes, int D, bool diagonal>
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
      for (int b = diagonal ? a : 0; b <= a; ++b) y += x[b] * *inverse++;
      square += y * y;
    }
    const V density = component[0] - 0.5 * square, before = L::load(largest + i);
    L::store(l + i, density);
    L::store(largest + i, density > before ? density : before);
  }
}

/// Adds the moments about the component's mean of the tile's points, weighted by r[count].
template <int bytes, int D, bool diagonal>
inline void sum_moments(const Points& p, std::int64_t first, std::int64_t count, const double* component,
                        const double* r, const double* scale, double* sums) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  const double* mean = component + 1;
  const auto weight = [&](std::int64_t i) { return L::load(r + i) * L::load(scale + i); };
  if constexpr (D > 0) {
    constexpr int products = diagonal ? D : triangle(D);
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
        for (int b = diagonal ? a : 0; b <= a; ++b) twice[diagonal ? a : triangle_at(a, b)] += weighted[a] * x[b];
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
      for (int b = diagonal && a > 0 ? a : 0; b <= a; ++b) {
        V twice{};
        for (std::int64_t i = 0; i < count; i += L::lanes)
          twice += weight(i) * (L::load(p.lane[a] + first + i) - mean[a]) * (L::load(p.lane[b] + first + i) - mean[b]);
        sums[1 + d + (diagonal ? a : triangle_at(a, b))] += L::sum(twice);
      }
    }
  }
}

template <int bytes, bool diagonal>
void mixture(const Points& p, const double* components, std::int64_t k, double* sums, double* likelihood, double* label,
             double* scratch) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    const int d = D > 0 ? D : p.dimensions;
    const std::int64_t size = 1 + d + (diagonal ? d : triangle(d));
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
        log_densities<bytes, D, diagonal>(p, first, count, components + c * size, difference, r + c * tile, largest);
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
        sum_moments<bytes, D, diagonal>(p, first, count, components + c * size, r + c * tile, scale, sums + c * size);
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
