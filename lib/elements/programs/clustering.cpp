// SPDX-License-Identifier: MIT
#include "elements/programs/clustering.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

void take_point(const Points& points, std::int64_t i, double draw, double* candidate) {
  candidate[0] = draw;
  for (int j = 0; j < points.dimensions; ++j) candidate[1 + j] = points.lane[j][i];
}

}  // namespace

void Seeding::propose(const Points& points, std::int64_t first, std::span<const double> chosen,
                      double* candidate) const {
  const auto size = static_cast<std::size_t>(points.count);
  const std::size_t n = chosen.size() / static_cast<std::size_t>(dimensions);
  std::vector<double> weight(size, 1.0), label(size);
  if (n > 0) kernels().nearest(points, chosen.data(), static_cast<std::int64_t>(n), weight.data(), label.data());
  double total = 0;
  for (const double w : weight) total += w;
  const auto block = static_cast<std::uint64_t>(first);
  const double draw =
      total > 0 ? -std::log(uniform(seed, 2 * n, block)) / total : std::numeric_limits<double>::infinity();
  double left = uniform(seed, 2 * n + 1, block) * total;
  std::size_t i = 0;
  while (i + 1 < size && (left -= weight[i]) >= 0) ++i;
  // Rounding may leave a little at the end: a point of weight 0 must not profit.
  while (i > 0 && weight[i] == 0) --i;
  take_point(points, static_cast<std::int64_t>(i), draw, candidate);
}

void Seeding::keep_better(double* into, const double* from) const {
  if (from[0] < into[0]) std::copy_n(from, message(), into);
}

void propose_farthest(const Points& points, std::span<const double> centroids, double* candidate) {
  const auto size = static_cast<std::size_t>(points.count);
  std::vector<double> far(size), label(size);
  const std::int64_t k = std::ssize(centroids) / points.dimensions;
  kernels().nearest(points, centroids.data(), k, far.data(), label.data());
  take_point(points, 0, 0, candidate);
  for (std::size_t i = 0; i < size; ++i)
    if (-far[i] < candidate[0]) take_point(points, static_cast<std::int64_t>(i), -far[i], candidate);
}

void propose_largest(const Points& points, double* candidate) {
  take_point(points, 0, 0, candidate);
  for (int j = 0; j < points.dimensions; ++j) {
    const double largest = largest_size({points.lane[j], static_cast<std::size_t>(points.count)});
    candidate[0] = std::min(candidate[0], -largest);
  }
}

void propose_widest(const Points& points, std::span<const double> first, double* candidate) {
  take_point(points, 0, 0, candidate);
  for (std::size_t j = 0; j < first.size(); ++j)
    for (std::int64_t i = 0; i < points.count; ++i)
      candidate[0] = std::min(candidate[0], -std::abs(points.lane[j][i] / 2 - first[j] / 2));
}

double largest_size(std::span<const double> numbers) {
  double largest = 0;
  for (const double number : numbers) largest = std::max(largest, std::abs(number));
  return largest;
}

std::int64_t nearest_place(const double* point, std::span<const double> places, int dimensions) {
  double least = HUGE_VAL;
  std::int64_t nearest = 0;
  for (std::int64_t i = 0; i < std::ssize(places) / dimensions; ++i) {
    double far = 0;
    for (int j = 0; j < dimensions; ++j)
      far += std::pow(point[j] - places[static_cast<std::size_t>(i * dimensions + j)], 2);
    if (far < least) least = far, nearest = i;
  }
  return nearest;
}

Clustering::Clustering(const Settings& s)
    : settings_(s), d_(s.columns), seeding_{.seed = s.seed, .dimensions = s.columns} {
  require_clusters(s);
}

std::vector<Group> Clustering::groups_with(Group clusters, int run_fields) const {
  clusters.central = true;
  clusters.count = settings_.clusters;
  return {{.name = "points",
           .count = settings_.elements,
           .lanes = std::vector<int>(static_cast<std::size_t>(d_), 8),
           .cheap = true},
          std::move(clusters),
          {.name = "run", .central = true, .count = 1, .fields = run_fields, .message = 1 + seeding_.message()}};
}

void Clustering::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (group == clusters) return Program::combine(group, into, from, size);
  into[0] += from[0];
  seeding_.keep_better(into + 1, from + 1);
}

std::int64_t Clustering::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[run][rounds_done]) - 1;
}

bool Clustering::ends(const State& state) const { return *settled(state) || iterations(state) >= settings_.iterations; }

bool Clustering::is_possible(const State& state, int last) const {
  return (last == -1 || last == run) && is_count(state.values[run][rounds_done]) && all_finite(state);
}

}  // namespace uneven::elements
