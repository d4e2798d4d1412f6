#pragma once

// Gaussian mixtures. Included only by loops.hpp.

#include "elements/kernels.hpp"
#include "elements/vectors.hpp"

namespace uneven::elements {
namespace {

/// Points of a tile, as many as keep k responsibilities each in the cache.
inline constexpr std::int64_t mixture_tile = 128;
/// Responsibilities of a tile that fit on the stack: more components take smaller tiles.
inline constexpr std::int64_t mixture_space = 128 * 1024;

/// ln(weight) + ln density of one component for one vector of points.
template <int bytes, int D>
inline typename Vectors<bytes>::V log_density(const Points& p, std::int64_t i, const double* component,
                                              typename Vectors<bytes>::V* difference) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  const double* mean = component + 1;
  const double* inverse = mean + d;
#pragma GCC unroll 4
  for (int j = 0; j < d; ++j) difference[j] = L::load(p.lane[j] + i) - mean[j];
  V square{};
#pragma GCC unroll 4
  for (int a = 0; a < d; ++a) {
    V y{};
#pragma GCC unroll 4
    for (int b = 0; b <= a; ++b) y += difference[b] * *inverse++;
    square += y * y;
  }
  return component[0] - 0.5 * square;
}

/// Adds the moments about the component's mean of the tile's points, weighted by r[count].
template <int bytes, int D>
inline void sum_moments(const Points& p, std::int64_t first, std::int64_t count, const double* component,
                        const double* r, double* sums) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  const double* mean = component + 1;
  if constexpr (D > 0) {
    constexpr int products = triangle(D);
    V zero{}, once[D] = {}, twice[products] = {};
    for (std::int64_t i = 0; i < count; i += L::lanes) {
      const V weight = L::load(r + i);
      V x[D], weighted[D];
#pragma GCC unroll 4
      for (int j = 0; j < D; ++j) {
        x[j] = L::load(p.lane[j] + first + i) - mean[j];
        weighted[j] = weight * x[j];
        once[j] += weighted[j];
      }
      zero += weight;
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
        once += a < 0 ? L::load(r + i) : L::load(r + i) * (L::load(p.lane[a] + first + i) - mean[a]);
      sums[1 + a] += L::sum(once);
      for (int b = 0; b <= a; ++b) {
        V twice{};
        for (std::int64_t i = 0; i < count; i += L::lanes)
          twice +=
              L::load(r + i) * (L::load(p.lane[a] + first + i) - mean[a]) * (L::load(p.lane[b] + first + i) - mean[b]);
        sums[1 + d + triangle_at(a, b)] += L::sum(twice);
      }
    }
  }
}

template <int bytes>
void mixture(const Points& p, const double* components, std::int64_t k, double* sums, double* likelihood,
             double* label) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  using I = typename L::I;
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    const int d = D > 0 ? D : p.dimensions;
    const std::int64_t size = 1 + d + triangle(d);
    std::int64_t tile = mixture_tile;
    while (tile > L::lanes && tile * k > mixture_space) tile /= 2;
    // Beyond the space of the stack, k itself is the memory.
    auto* r = static_cast<double*>(__builtin_alloca_with_align(static_cast<std::size_t>(tile * k) * 8, 512));
    auto* difference = static_cast<V*>(__builtin_alloca_with_align(static_cast<std::size_t>(d) * sizeof(V), 512));
    double logarithms = 0;
    V largest_sum{};
    for (std::int64_t first = 0; first < p.count; first += tile) {
      const std::int64_t count = p.count - first < tile ? p.count - first : tile;
      V product = L::all(1);
      for_vectors<L::lanes>(count, [&](std::int64_t at, auto whole) {
        V largest = L::all(-__builtin_inf());
        I who{};
        for (std::int64_t c = 0; c < k; ++c) {
          V held[D > 0 ? D : 1];
          const V l = log_density<bytes, D>(p, first + at, components + c * size, D > 0 ? held : difference);
          L::store(r + c * tile + at, l);
          const auto larger = l > largest;
          largest = larger ? l : largest;
          who = larger ? I{} + c : who;
        }
        V total{};
        for (std::int64_t c = 0; c < k; ++c) {
          const V e = L::exp(L::load(r + c * tile + at) - largest);
          L::store(r + c * tile + at, e);
          total += e;
        }
        V scale = 1 / total;
        if constexpr (!whole) {
          const auto valid = L::numbers() < count - at;
          scale = valid ? scale : V{};
          total = valid ? total : L::all(1);
          largest = valid ? largest : V{};
        }
        for (std::int64_t c = 0; c < k; ++c) L::store(r + c * tile + at, L::load(r + c * tile + at) * scale);
        product *= total;  // each is at most k: a tile of them is far from overflow
        largest_sum += largest;
        if (label) {
          const std::int64_t lanes = whole ? L::lanes : count - at;
          for (std::int64_t l = 0; l < lanes; ++l) label[first + at + l] = static_cast<double>(who[l]);
        }
      });
      for (int l = 0; l < L::lanes; ++l) logarithms += __builtin_log(product[l]);
      for (std::int64_t c = 0; c < k; ++c)
        sum_moments<bytes, D>(p, first, count, components + c * size, r + c * tile, sums + c * size);
    }
    *likelihood += logarithms + L::sum(largest_sum);
  });
}

}  // namespace
}  // namespace uneven::elements
