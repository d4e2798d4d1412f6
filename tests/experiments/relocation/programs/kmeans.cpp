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
struct KMeans : Typed<KMeans, Spread<Point, Lists>, Central<Clusters, Numbers>> {
  using Typed::Typed;
  const Lists first = by_coordinate(settings.centroids);
  void g(const Point& point, const At<Point>& at, Out& out) const {
    const Lists& centroids = at.is_told() ? at.told() : first;
    std::array<double, k> far{};
    for (int j = 0; j < d; ++j)
      for (int c = 0; c < k; ++c) far[c] += (point.x[j] - centroids[j][c]) * (point.x[j] - centroids[j][c]);
    double nearest = 0;
    double least = far[0];
    for (int c = 1; c < k; ++c) nearest = far[c] < least ? double(c) : nearest, least = std::min(least, far[c]);
    const Numbers sums = out.sums<Clusters>(), cluster = sums.subspan(int(nearest) * (d + 1));
    for (int j = 0; j < d; ++j) cluster[j] += point.x[j];
    ++cluster[d];
    sums[k * (d + 1)] += least;
  }
  std::int64_t sums(const Clusters*) const { return k * (d + 1) + 1; }  // coordinates and members; the inertia
  void f(Clusters& clusters, const At<Clusters>& at) const {
    const ConstNumbers sums = at.message();
    for (int c = 0; c < k; ++c)
      for (int j = 0; j < d && sums[c * (d + 1) + d] > 0; ++j)
        clusters.centroids[c * d + j] = sums[c * (d + 1) + j] / sums[c * (d + 1) + d];
    clusters.inertia = sums[k * (d + 1)];
  }
  void g(const Clusters& clusters, const At<Clusters>&, Out& out) const {
    out.multicast<Point>(by_coordinate(clusters.centroids));
  }
  static Lists by_coordinate(std::span<const double> centroids) {
    Lists lists{};
    for (int i = 0; i < std::ssize(centroids); ++i) lists[i % d][i / d] = centroids[i];
    return lists;
  }
};
UNEVEN_PROGRAM(KMeans)
