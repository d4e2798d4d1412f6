// SPDX-License-Identifier: MIT
#include "plain.hpp"

#ifdef __x86_64__
#pragma GCC target("arch=x86-64-v4,prefer-vector-width=512")
#endif
#pragma GCC optimize("associative-math", "no-signed-zeros", "no-math-errno", "no-trapping-math", "finite-math-only")

// The vector forms of these are in the C library.
extern "C" {
__attribute__((simd("notinbranch"), const)) double exp(double);
__attribute__((simd("notinbranch"), const)) double log(double);
}

namespace plain {

namespace {

/// Points of a tile, whose labels or responsibilities stay in the first-level cache.
constexpr std::int64_t tile = 256;

}  // namespace

void kmeans(const Lanes& points, std::int64_t first, std::int64_t last, const double* centroids, double* sums,
            double* inertia) {
  double total = 0, label[tile];
  for (std::int64_t begin = first; begin < last; begin += tile) {
    const std::int64_t count = last - begin < tile ? last - begin : tile;
    const double *x = points.x[0] + begin, *y = points.x[1] + begin, *z = points.x[2] + begin;
#pragma omp simd reduction(+ : total)
    for (std::int64_t i = 0; i < count; ++i) {
      double best = 1e300, who = 0;
#pragma GCC unroll 8
      for (int c = 0; c < k; ++c) {
        const double u = x[i] - centroids[d * c], v = y[i] - centroids[d * c + 1], w = z[i] - centroids[d * c + 2];
        const double square = u * u + v * v + w * w;
        who = square < best ? c : who;
        best = square < best ? square : best;
      }
      label[i] = who;
      total += best;
    }
    for (int c = 0; c < k; ++c) {
      double sx = 0, sy = 0, sz = 0, members = 0;
#pragma omp simd reduction(+ : sx, sy, sz, members)
      for (std::int64_t i = 0; i < count; ++i) {
        sx += label[i] == c ? x[i] : 0;
        sy += label[i] == c ? y[i] : 0;
        sz += label[i] == c ? z[i] : 0;
        members += label[i] == c ? 1 : 0;
      }
      double* to = sums + c * (d + 1);
      to[0] += sx, to[1] += sy, to[2] += sz, to[d] += members;
    }
  }
  *inertia += total;
}

void em(const Lanes& points, std::int64_t first, std::int64_t last, const double* components, double* sums,
        double* likelihood) {
  constexpr int size = 1 + d + triangle;
  double total = 0, r[k][tile];
  for (std::int64_t begin = first; begin < last; begin += tile) {
    const std::int64_t count = last - begin < tile ? last - begin : tile;
    const double *x = points.x[0] + begin, *y = points.x[1] + begin, *z = points.x[2] + begin;
    double largest[tile], sum[tile];
    for (int c = 0; c < k; ++c) {
      const double *m = components + c * size + 1, *l = m + d, constant = m[-1];
#pragma omp simd
      for (std::int64_t i = 0; i < count; ++i) {
        const double u = x[i] - m[0], v = y[i] - m[1], w = z[i] - m[2];
        const double a = l[0] * u, b = l[1] * u + l[2] * v, e = l[3] * u + l[4] * v + l[5] * w;
        r[c][i] = constant - 0.5 * (a * a + b * b + e * e);
        largest[i] = c == 0 || r[c][i] > largest[i] ? r[c][i] : largest[i];
      }
    }
    for (int c = 0; c < k; ++c)
#pragma omp simd
      for (std::int64_t i = 0; i < count; ++i) {
        r[c][i] = exp(r[c][i] - largest[i]);
        sum[i] = (c == 0 ? 0 : sum[i]) + r[c][i];
      }
#pragma omp simd reduction(+ : total)
    for (std::int64_t i = 0; i < count; ++i) {
      total += largest[i] + log(sum[i]);
      sum[i] = 1 / sum[i];
    }
    for (int c = 0; c < k; ++c) {
      const double* m = components + c * size + 1;
      double s = 0, su = 0, sv = 0, sw = 0, uu = 0, uv = 0, vv = 0, uw = 0, vw = 0, ww = 0;
#pragma omp simd reduction(+ : s, su, sv, sw, uu, uv, vv, uw, vw, ww)
      for (std::int64_t i = 0; i < count; ++i) {
        const double u = x[i] - m[0], v = y[i] - m[1], w = z[i] - m[2], weight = r[c][i] * sum[i];
        s += weight, su += weight * u, sv += weight * v, sw += weight * w;
        uu += weight * u * u, uv += weight * u * v, vv += weight * v * v;
        uw += weight * u * w, vw += weight * v * w, ww += weight * w * w;
      }
      double* to = sums + c * size;
      const double moments[size] = {s, su, sv, sw, uu, uv, vv, uw, vw, ww};
      for (int n = 0; n < size; ++n) to[n] += moments[n];
    }
  }
  *likelihood += total;
}

void logistic(const Lanes& samples, std::int64_t first, std::int64_t last, const double* weights, double* gradient) {
  const double *x = samples.x[0], *y = samples.x[1], *z = samples.x[2];
  const std::uint8_t* label = samples.label;
  double gx = 0, gy = 0, gz = 0, g = 0;
#pragma omp simd reduction(+ : gx, gy, gz, g)
  for (std::int64_t i = first; i < last; ++i) {
    const double margin = weights[0] * x[i] + weights[1] * y[i] + weights[2] * z[i] + weights[3];
    const double size = margin < 0 ? -margin : margin, e = exp(-size), both = 1 + e;
    const double residual = (margin > 0 ? 1 : e) / both - label[i];
    gx += residual * x[i], gy += residual * y[i], gz += residual * z[i], g += residual;
  }
  gradient[0] += gx, gradient[1] += gy, gradient[2] += gz, gradient[3] += g;
}

double read(const Lanes& points, std::int64_t first, std::int64_t last) {
  double total = 0;
  for (const double* lane : points.x)
#pragma omp simd reduction(+ : total)
    for (std::int64_t i = first; i < last; ++i) total += lane[i];
  return total;
}

double multiply_add(std::int64_t rounds, double factor, double* sink) {
  constexpr int numbers = 128;
  double sum[numbers];
  for (int i = 0; i < numbers; ++i) sum[i] = i;
  for (std::int64_t n = 0; n < rounds; ++n)
#pragma GCC unroll 128
    for (int i = 0; i < numbers; ++i) sum[i] = sum[i] * factor + factor;
  for (const double s : sum) *sink += s;
  return 2.0 * static_cast<double>(rounds) * numbers;
}

}  // namespace plain
