#include "elements/kmeans.hpp"

#include <algorithm>

#include "elements/points.hpp"
#include "elements/resumable.hpp"
#include "elements/sizes.hpp"

namespace uneven::elements {

namespace {

enum { points, clusters, run };

/// What the one element of group `run` remembers, and what it is sent: the inertia, then a candidate of the seeding.
enum { iterations_done, inertia, inertia_before, run_fields };

constexpr double usual_tolerance = 1e-4;

}  // namespace

KMeans::KMeans(const Settings& s) : settings_(s), d_(s.columns), seeding_{.seed = s.seed, .dimensions = s.columns} {
  require_clusters(s);
}

std::vector<Group> KMeans::groups() const {
  return {{.name = "points", .count = settings_.elements, .lanes = std::vector<int>(static_cast<std::size_t>(d_), 8)},
          {.name = "clusters", .central = true, .count = settings_.clusters, .fields = d_ + 1, .message = d_ + 1},
          {.name = "run", .central = true, .count = 1, .fields = run_fields, .message = 1 + seeding_.message()}};
}

void KMeans::begin(State& state) const {
  // The centroids so far are what the points have been told: fewer than the clusters while they are being chosen.
  state.multicast[points] = settings_.centroids;
  state.values[clusters].assign(static_cast<std::size_t>(settings_.clusters * (d_ + 1)), 0);
  state.values[run].assign(run_fields, 0);
}

int KMeans::next(const State& state, int last) const {
  const bool seeded = std::ssize(state.multicast[points]) == settings_.clusters * d_;
  if (last == points) return seeded ? clusters : run;
  if (last == clusters) return run;
  const double tolerance = settings_.tolerance < 0 ? usual_tolerance : settings_.tolerance;
  const std::vector<double>& r = state.values[run];
  const bool settled =
      tolerance > 0 && r[iterations_done] > 1 && r[inertia_before] - r[inertia] < tolerance * r[inertia_before];
  return seeded && (settled || iterations(state) >= settings_.iterations) ? stop : points;
}

void KMeans::step(const Batch& batch, Outbox& out) const {
  if (std::ssize(batch.multicast) < settings_.clusters * d_)
    seeding_.propose(batch, batch.multicast, out.table(run) + 1);
  else
    kernels().assign(PointsOf(batch, d_), batch.multicast.data(), settings_.clusters, out.table(clusters),
                     out.table(run));
}

void KMeans::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (group == clusters) return Program::combine(group, into, from, size);
  into[0] += from[0];
  seeding_.keep_better(into + 1, from + 1);
}

void KMeans::step_central(int group, const double* table, State& state) const {
  std::vector<double>& centroids = state.multicast[points];
  if (group == clusters) {
    state.values[clusters].assign(table, table + settings_.clusters * (d_ + 1));
    double* centroid = centroids.data();
    for (std::int64_t c = 0; c < settings_.clusters; ++c, table += d_ + 1, centroid += d_)
      if (table[d_] > 0)  // an empty cluster stays where it is
        for (int j = 0; j < d_; ++j) centroid[j] = table[j] / table[d_];
  } else if (std::ssize(centroids) < settings_.clusters * d_) {
    centroids.insert(centroids.end(), table + 2, table + 2 + d_);
  } else {
    std::vector<double>& r = state.values[run];
    r[inertia_before] = r[inertia];
    r[inertia] = table[0];
    ++r[iterations_done];
  }
}

std::int64_t KMeans::iterations(const State& state) const {
  return static_cast<std::int64_t>(state.values[run][iterations_done]);
}

double KMeans::objective(const State& state) const { return state.values[run][inertia]; }

std::vector<Result> KMeans::results(const State& state) const {
  std::vector<double> sizes;
  for (std::int64_t c = 0; c < settings_.clusters; ++c)
    sizes.push_back(state.values[clusters][static_cast<std::size_t>(c * (d_ + 1) + d_)]);
  return {{"centroids", state.multicast[points], static_cast<std::size_t>(d_)},
          {"sizes", sizes, Result::list},
          {"inertia", {state.values[run][inertia]}, 0}};
}

void KMeans::output(const Batch& batch, double* labels) const {
  std::vector<double> distance2(static_cast<std::size_t>(batch.count));
  const std::int64_t chosen = std::ssize(batch.multicast) / d_;  // fewer than the clusters if stopped so early
  std::fill_n(labels, batch.count, 0);
  if (chosen > 0) kernels().nearest(PointsOf(batch, d_), batch.multicast.data(), chosen, distance2.data(), labels);
}

bool KMeans::can_resume(const State& state, int last) const {
  const std::vector<double>& centroids = state.multicast[points];
  return (last == -1 || last == run) && std::ssize(centroids) <= settings_.clusters * d_ &&
         std::ssize(centroids) % d_ == 0 && is_count(state.values[run][iterations_done]) && all_finite(state);
}

}  // namespace uneven::elements
