// SPDX-License-Identifier: MIT
// K-means of points with three coordinates and eight clusters, from --centroids.
//     g++ -std=c++20 -O3 -march=native -ffast-math -shared -fPIC -I$PREFIX/include/uneven kmeans.cpp -o libkmeans.so
//     run-bsp ./libkmeans.so -n 4 --data points.npy --centroids first.npy --iterations 20
#include "elements/typed.hpp"
using namespace uneven::elements;

constexpr int d = 3, k = 8;
using Lists = std::array<std::array<double, k>, d>;  // a number for each cluster

struct Point {
  std::array<double, d> x;
  UNEVEN_FIELDS(x)
};
struct Clusters {
  std::array<double, d * k> centroids;
  double inertia;
  UNEVEN_FIELDS(centroids, inertia)
};
struct Sums {
  Lists x;
  std::array<double, k> members;
  double inertia;
};

struct KMeans : Typed<KMeans, Spread<Point, Lists>, Central<Clusters, Sums>> {
  using Typed::Typed;
  void g(const Point& point, const At<Point>& at, Out& out) const {
    const Lists centroids = at.is_told() ? at.told() : first();
    std::array<double, k> far{}, is;
    for (int j = 0; j < d; ++j)
      for (int c = 0; c < k; ++c) far[c] += (point.x[j] - centroids[j][c]) * (point.x[j] - centroids[j][c]);
    double least = far[0], nearest = k;
    for (int c = 1; c < k; ++c) least = std::min(least, far[c]);
    for (int c = 0; c < k; ++c) nearest = std::min(nearest, far[c] == least ? c : double(k));
    for (int c = 0; c < k; ++c) is[c] = c == nearest;
    Sums sums{.members = is, .inertia = least};
    for (int j = 0; j < d; ++j)
      for (int c = 0; c < k; ++c) sums.x[j][c] = is[c] * point.x[j];
    out.send<Clusters>(sums);
  }
  void f(Clusters& clusters, const At<Clusters>& at) const {
    const Sums sums = at.message();
    for (int i = 0; i < d * k; ++i)
      if (sums.members[i % k] > 0) clusters.centroids[i] = sums.x[i / k][i % k] / sums.members[i % k];
    clusters.inertia = sums.inertia;
  }
  void g(const Clusters& clusters, const At<Clusters>&, Out& out) const {
    Lists told;
    for (int i = 0; i < d * k; ++i) told[i / k][i % k] = clusters.centroids[i];
    out.multicast<Point>(told);
  }
  Lists first() const {
    Lists told;
    for (int i = 0; i < d * k; ++i) told[i % d][i / d] = settings.centroids[i];
    return told;
  }
};
UNEVEN_PROGRAM(KMeans)
