// SPDX-License-Identifier: MIT
// A mixture of eight Gaussians for points with three coordinates, from the means --centroids and the covariance of all
// points, which the first superstep measures. Loops over components are unrolled, so that vectors hold points. Built
// and run by table1.
#include <numbers>

#include "elements/typed.hpp"
using namespace uneven::elements;

constexpr int d = 3, k = 8, size = 1 + d + 6;
using Lists = std::array<std::array<double, k>, size>;  // of each component: constant, mean, inverse Cholesky factor

struct Point {
  std::array<double, d> x;
  UNEVEN_FIELDS(x)
};
struct Mixture {
  std::array<double, size * k> components;
  double likelihood;
  UNEVEN_FIELDS(components, likelihood)
};
struct Moments {
  Lists sums;  // zeroth, first and second moments about the mean
  double likelihood;
};

struct EM : Typed<EM, Spread<Point, Lists>, Central<Mixture, Moments>> {
  using Typed::Typed;
  static constexpr bool cheap = true;
  const Lists first = alike(settings.centroids);
  void g(const Point& point, const At<Point>& at, Out& out) const {
    const Lists& m = at.is_told() ? at.told() : first;
    std::array<double, k> u, v, w, r;
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) {
      u[c] = point.x[0] - m[1][c], v[c] = point.x[1] - m[2][c], w[c] = point.x[2] - m[3][c];
      const double a = m[4][c] * u[c], b = m[5][c] * u[c] + m[6][c] * v[c];
      const double e = m[7][c] * u[c] + m[8][c] * v[c] + m[9][c] * w[c];
      r[c] = m[0][c] - 0.5 * (a * a + b * b + e * e);
    }
    double largest = r[0], sum = 0;
#pragma GCC unroll 8
    for (int c = 1; c < k; ++c) largest = std::max(largest, r[c]);
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) r[c] = std::exp(r[c] - largest);
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) sum += r[c];
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) r[c] /= sum;
    Moments to;
    to.likelihood = largest + std::log(sum);
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) {
      to.sums[0][c] = r[c], to.sums[1][c] = r[c] * u[c], to.sums[2][c] = r[c] * v[c], to.sums[3][c] = r[c] * w[c];
      to.sums[4][c] = r[c] * u[c] * u[c], to.sums[5][c] = r[c] * u[c] * v[c], to.sums[6][c] = r[c] * v[c] * v[c];
      to.sums[7][c] = r[c] * u[c] * w[c], to.sums[8][c] = r[c] * v[c] * w[c], to.sums[9][c] = r[c] * w[c] * w[c];
    }
    out.send<Mixture>(to);
  }
  void f(Mixture& mixture, const At<Mixture>& at) const {
    const auto& [sums, likelihood] = at.message();
    Lists m = at.superstep == 0 ? first : lists(mixture.components);
    for (int c = 0; c < k; ++c) {
      double s[6], shift[d];
      for (int a = 0; a < d; ++a) shift[a] = sums[1 + a][c] / sums[0][c];
      for (int a = 0, n = 0; a < d; ++a)
        for (int b = 0; b <= a; ++b, ++n) s[n] = sums[4 + n][c] / sums[0][c] - shift[a] * shift[b] + (a == b) * 1e-6;
      for (int a = 0; a < d && at.superstep > 0; ++a) m[1 + a][c] += shift[a];
      const double a = std::sqrt(s[0]), b = s[1] / a, e = s[3] / a;  // the Cholesky factor, row by row: a, b h, e i j
      const double h = std::sqrt(s[2] - b * b), i = (s[4] - b * e) / h, j = std::sqrt(s[5] - e * e - i * i);
      m[4][c] = 1 / a, m[5][c] = -b / a / h, m[6][c] = 1 / h;
      m[7][c] = -(e * m[4][c] + i * m[5][c]) / j, m[8][c] = -i / h / j, m[9][c] = 1 / j;
      m[0][c] = std::log(sums[0][c] / double(settings.elements)) - d * std::log(2 * std::numbers::pi) / 2 -
                std::log(a * h * j);
    }
    for (int i = 0; i < size * k; ++i) mixture.components[i] = m[i / k][i % k];
    mixture.likelihood = likelihood / double(settings.elements);
  }
  void g(const Mixture& mixture, const At<Mixture>&, Out& out) const {
    out.multicast<Point>(lists(mixture.components));
  }
  static Lists lists(const std::array<double, size * k>& numbers) {
    Lists m;
    for (int i = 0; i < size * k; ++i) m[i / k][i % k] = numbers[i];
    return m;
  }
  static Lists alike(std::span<const double> means) {  // every point is every component's
    Lists m{};
    for (int i = 0; i < std::ssize(means); ++i) m[1 + i % d][i / d] = means[i];
    return m;
  }
};
UNEVEN_PROGRAM(EM)
