// SPDX-License-Identifier: MIT
// K-means of points with three coordinates and eight clusters, from --centroids. Loops over clusters are unrolled, so
// that vectors hold points. Built and run by table1.
#include "elements/typed.hpp"
using namespace uneven::elements;

constexpr int d = 3, k = 8;

struct Point {
  std::array<double, d> x;
  UNEVEN_FIELDS(x)
};
struct Clusters {
  std::array<double, k * d> centroids;
  double inertia;
  UNEVEN_FIELDS(centroids, inertia)
};
struct Centroids {
  double x[k][d];
};
struct Sums {
  double x[k][d], members[k], inertia;
};

struct KMeans : Typed<KMeans, Spread<Point, Centroids>, Central<Clusters, Sums>> {
  using Typed::Typed;
  static constexpr bool cheap = true;
  const Centroids first = centroids_of(settings.centroids);
  void g(const Point& point, const At<Point>& at, Out& out) const {
    const Centroids& centroids = at.is_told() ? at.told() : first;
    const double x = point.x[0], y = point.x[1], z = point.x[2];
    double far[k], least = HUGE_VAL, left = 1;
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) {
      const double u = x - centroids.x[c][0], v = y - centroids.x[c][1], w = z - centroids.x[c][2];
      far[c] = u * u + v * v + w * w;
      least = far[c] < least ? far[c] : least;
    }
    Sums sums;
    sums.inertia = least;
#pragma GCC unroll 8
    for (int c = 0; c < k; ++c) {
      const double is = far[c] == least ? left : 0;  // of equally near clusters the first
      sums.x[c][0] = is * x, sums.x[c][1] = is * y, sums.x[c][2] = is * z, sums.members[c] = is;
      left -= is;
    }
    out.send<Clusters>(sums);
  }
  void f(Clusters& clusters, const At<Clusters>& at) const {
    const Sums sums = at.message();
    for (int i = 0; i < k * d; ++i)
      if (sums.members[i / d] > 0) clusters.centroids[i] = sums.x[i / d][i % d] / sums.members[i / d];
    clusters.inertia = sums.inertia;
  }
  void g(const Clusters& clusters, const At<Clusters>&, Out& out) const {
    out.multicast<Point>(centroids_of(clusters.centroids));
  }
  static Centroids centroids_of(std::span<const double> numbers) {
    Centroids centroids{};
    for (int i = 0; i < std::ssize(numbers); ++i) centroids.x[i / d][i % d] = numbers[i];
    return centroids;
  }
};
UNEVEN_PROGRAM(KMeans)
