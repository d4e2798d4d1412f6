// SPDX-License-Identifier: MIT
#pragma once

// K-means. Included only by loops.hpp.

#include "elements/kernels/kernels.hpp"
#include "elements/kernels/vectors.hpp"

namespace uneven::elements {
namespace {

/// Points of a tile.
inline constexpr std::int64_t assign_tile = 512;

/// Calls body(d as a compile-time constant for the usual small d, else 0).
template <class Body>
inline void with_dimensions(int d, const Body& body) {
  switch (d) {
    case 1:
      return body(std::integral_constant<int, 1>{});
    case 2:
      return body(std::integral_constant<int, 2>{});
    case 3:
      return body(std::integral_constant<int, 3>{});
    case 4:
      return body(std::integral_constant<int, 4>{});
    default:
      return body(std::integral_constant<int, 0>{});
  }
}

/// The nearest centroids of `vectors` vectors of points from point i on.
template <int bytes, int D, int vectors>
inline void nearest_of(const Points& p, std::int64_t i, const double* centroids, std::int64_t k, double* distance2,
                       std::int64_t* label) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  const int d = D > 0 ? D : p.dimensions;
  constexpr int held = D > 0 ? D : 1;
  V x[vectors][held], best[vectors];
  typename L::I who[vectors] = {};
  if constexpr (D > 0)
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      fetch_ahead<D>(p, i + v * L::lanes);
#pragma GCC unroll 4
      for (int j = 0; j < D; ++j) x[v][j] = L::load(p.lane[j] + i + v * L::lanes);
    }
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) best[v] = L::all(__builtin_inf());
  for (std::int64_t c = 0; c < k; ++c, centroids += d) {
#pragma GCC unroll 4
    for (int v = 0; v < vectors; ++v) {
      V sum{};
      if constexpr (D > 0) {
#pragma GCC unroll 4
        for (int j = 0; j < D; ++j) {
          const V difference = x[v][j] - centroids[j];
          sum += difference * difference;
        }
      } else {
        for (int j = 0; j < d; ++j) {
          const V difference = L::load(p.lane[j] + i + v * L::lanes) - centroids[j];
          sum += difference * difference;
        }
      }
      const auto nearer = sum < best[v];
      best[v] = nearer ? sum : best[v];
      who[v] = nearer ? typename L::I{} + c : who[v];
    }
  }
#pragma GCC unroll 4
  for (int v = 0; v < vectors; ++v) {
    L::store(distance2 + v * L::lanes, best[v]);
    L::store(reinterpret_cast<double*>(label) + v * L::lanes, reinterpret_cast<V>(who[v]));
  }
}

/// distance2 and label of the tile's points, padded to whole vectors with label -1.
template <int bytes, int D>
inline void nearest_in_tile(const Points& p, std::int64_t first, std::int64_t count, const double* centroids,
                            std::int64_t k, double* distance2, std::int64_t* label) {
  constexpr int lanes = Vectors<bytes>::lanes;
  std::int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes)
    nearest_of<bytes, D, 4>(p, first + i, centroids, k, distance2 + i, label + i);
  for (; i < count; i += lanes) nearest_of<bytes, D, 1>(p, first + i, centroids, k, distance2 + i, label + i);
  for (std::int64_t l = count; l < i; ++l) {
    distance2[l] = 0;
    label[l] = -1;
  }
}

/// Adds the points of the tile with label c to sums[d + 1], for `classes` labels at a time.
template <int bytes, int D, int classes>
inline void sum_classes(const Points& p, std::int64_t first, std::int64_t count, const std::int64_t* label,
                        std::int64_t c, double* sums) {
  using L = Vectors<bytes>;
  using V = typename L::V;
  using I = typename L::I;
  constexpr int lanes = L::lanes;
  constexpr int held = D > 0 ? D : 1;
  const int d = D > 0 ? D : p.dimensions;
  for (int from = 0; from < d; from += held) {
    V sum[classes][held] = {};
    I members[classes] = {};
    for (std::int64_t i = 0; i < count; i += lanes) {
      const I who = reinterpret_cast<I>(L::load(reinterpret_cast<const double*>(label) + i));
      V x[held];
#pragma GCC unroll 4
      for (int j = 0; j < held; ++j) x[j] = L::load(p.lane[from + j] + first + i);
#pragma GCC unroll 4
      for (int n = 0; n < classes; ++n) {
        const I mine = who == c + n;
        members[n] -= mine;
#pragma GCC unroll 4
        for (int j = 0; j < held; ++j) sum[n][j] += mine ? x[j] : V{};
      }
    }
    for (int n = 0; n < classes; ++n) {
      for (int j = 0; j < held; ++j) sums[n * (d + 1) + from + j] += L::sum(sum[n][j]);
      std::int64_t total = 0;
      for (int l = 0; l < lanes; ++l) total += members[n][l];
      if (from == 0) sums[n * (d + 1) + d] += static_cast<double>(total);
    }
  }
}

template <int bytes>
void assign(const Points& p, const double* centroids, std::int64_t k, double* sums, double* inertia) {
  using L = Vectors<bytes>;
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    constexpr int together = bytes == 64 && D > 0 ? 4 : 2;
    alignas(64) double distance2[assign_tile];
    alignas(64) std::int64_t label[assign_tile];
    typename L::V total{};
    for (std::int64_t first = 0; first < p.count; first += assign_tile) {
      const std::int64_t count = p.count - first < assign_tile ? p.count - first : assign_tile;
      nearest_in_tile<bytes, D>(p, first, count, centroids, k, distance2, label);
      for (std::int64_t i = 0; i < count; i += L::lanes) total += L::load(distance2 + i);
      std::int64_t c = 0;
      double* to = sums;
      const std::int64_t row = p.dimensions + 1;
      for (; c + together <= k; c += together, to += together * row)
        sum_classes<bytes, D, together>(p, first, count, label, c, to);
      for (; c < k; ++c, to += row) sum_classes<bytes, D, 1>(p, first, count, label, c, to);
    }
    *inertia += L::sum(total);
  });
}

template <int bytes>
void nearest(const Points& p, const double* centroids, std::int64_t k, double* distance2, double* label) {
  with_dimensions(p.dimensions, [&](auto constant) {
    constexpr int D = decltype(constant)::value;
    alignas(64) double far[assign_tile];
    alignas(64) std::int64_t who[assign_tile];
    for (std::int64_t first = 0; first < p.count; first += assign_tile) {
      const std::int64_t count = p.count - first < assign_tile ? p.count - first : assign_tile;
      nearest_in_tile<bytes, D>(p, first, count, centroids, k, far, who);
      for (std::int64_t i = 0; i < count; ++i) {
        distance2[first + i] = far[i];
        label[first + i] = static_cast<double>(who[i]);
      }
    }
  });
}

}  // namespace
}  // namespace uneven::elements
