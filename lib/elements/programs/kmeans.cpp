// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "elements/mail.hpp"
#include "elements/programs/methods.hpp"
#include "elements/programs/points.hpp"

namespace uneven::elements {

namespace {

/// More fields of the one element of group `run`; a message to it begins with the inertia.
enum { inertia = Clustering::common_fields, inertia_before, scale, unfilled, run_fields };

/// What was done last, or with centroids still to come: the extent of the points about the first of them is measured;
/// centroids are chosen; they have moved; points have been assigned to them; clusters without points are being filled.
/// Of k-means||: candidates are sampled, and weighed; they are chosen from.
constexpr double measuring = 0, choosing = 1, moved = 2, assigned = 3, filling = 4;
constexpr double sampling = 5, weighing = 6, seeded = 7;

/// What an element of group `clusters` remembers behind the d coordinates of its centroid: its size, and whether the
/// centroid is a point of the data, not a mean that rounding may have moved.
enum { size_behind, is_point_behind, fields_behind };

/// The points are told the phase, the scale, and the centroids so far: when clusters are filled, those with points come
/// first; when the extent is measured, the first point.
enum { told_phase, told_scale, told_centroids };

constexpr double usual_tolerance = 1e-4;

/// The relative error of a mean of n equal numbers is less: none takes part in more additions than those of a block and
/// of a tree over the blocks.
double mean_rounding(double n) { return (std::min(n, block_elements + 64.0) + 2) * 0x1p-53; }

/// Whether a mean of n points equals `point` within rounding.
bool is_rounded(const double* point, const double* mean, int dimensions, double n) {
  for (int j = 0; j < dimensions; ++j)
    if (std::abs(point[j] - mean[j]) > mean_rounding(n) * std::abs(point[j])) return false;
  return true;
}

}  // namespace

KMeans::KMeans(const Settings& s)
    : Clustering(s), parallel_{.seed = s.seed, .dimensions = s.columns, .clusters = s.clusters} {}

/// A run with k-means|| counts its rounds in a field behind the others.
std::vector<Group> KMeans::groups() const {
  const bool parallel = settings_.parallel_seeding;
  const int message = parallel ? parallel_.message() : d_ + 1;
  return groups_with({.name = "clusters", .fields = d_ + fields_behind, .message = message}, run_fields + parallel);
}

void KMeans::begin(State& state) const {
  state.multicast[points] = {measuring, 1};
  state.values[clusters].assign(static_cast<std::size_t>(settings_.clusters * (d_ + fields_behind)), 0);
  state.values[run] = {measuring, 0, 0, 0, 1, 0};
  if (settings_.parallel_seeding) state.values[run].push_back(0);
}

int KMeans::next(const State& state, int last) const {
  const double now = state.values[run][phase];
  if (last == points) return now == moved || now == sampling || now == weighing ? clusters : run;
  if (last == clusters) return run;
  if (now != assigned) return points;
  return ends(state) ? stop : run;
}

void KMeans::step(const Batch& batch, Outbox& out) const {
  const PointsOf all(batch, d_, batch.multicast[told_scale]);
  const std::span<const double> centroids = batch.multicast.subspan(told_centroids);
  const double now = batch.multicast[told_phase];
  double* sent = out.table(run);
  if (now == measuring)
    propose_widest(all, centroids, sent + 1);
  else if (now == choosing)
    seeding_.propose(all, batch.first, centroids, sent + 1);
  else if (now == filling)
    propose_farthest(all, centroids, sent + 1);
  else if (now == sampling)
    parallel_.propose(all, batch.first, centroids, out.table(clusters));
  else if (now == weighing)
    parallel_.weigh(all, centroids, out.table(clusters));
  else
    kernels().assign(all, centroids.data(), settings_.clusters, out.table(clusters), sent);
}

void KMeans::combine(int group, double* into, const double* from, std::int64_t size) const {
  if (group == clusters && settings_.parallel_seeding && parallel_.holds_candidates(into))
    return parallel_.keep_better(into, from);
  Clustering::combine(group, into, from, size);
}

void KMeans::step_central(int group, const double* table, State& state) const {
  std::vector<double>& r = state.values[run];
  std::vector<double>& told = state.multicast[points];
  if (group == clusters && r[phase] != moved) {
    take_candidates(table, state);
  } else if (group == clusters) {
    // Where each cluster goes next, and its size now. An empty one stays where it is.
    double* to = state.values[clusters].data();
    const double* centroid = told.data() + told_centroids;
    for (std::int64_t c = 0; c < settings_.clusters; ++c, to += d_ + fields_behind, table += d_ + 1, centroid += d_) {
      for (int j = 0; j < d_; ++j) to[j] = table[d_] > 0 ? table[j] / table[d_] : centroid[j];
      to[d_ + size_behind] = table[d_];
      to[d_ + is_point_behind] = 0;
    }
  } else if (r[phase] == measuring) {
    if (std::ssize(told) == told_centroids)
      told.insert(told.end(), table + 2, table + 2 + d_);
    else
      measure(-table[1], state);
  } else if (r[phase] == choosing) {
    told.insert(told.end(), table + 2, table + 2 + d_);
    if (std::ssize(told) == numbers_told())
      r[phase] = told[told_phase] = moved;
    else if (settings_.parallel_seeding)
      r[phase] = told[told_phase] = sampling;
  } else if (r[phase] >= sampling) {
    if (r[phase] == seeded) r[phase] = moved;
  } else if (r[phase] == moved) {
    r[phase] = assigned;
    r[inertia_before] = r[inertia];
    r[inertia] = table[0];
    ++r[rounds_done];
    if (!std::isfinite(objective(state)))
      throw InputError("kmeans: the inertia is larger than any double; expected smaller numbers in the data");
  } else if (r[phase] == assigned) {
    move_centroids(state);
  } else {
    const bool found = table[1] < 0;
    if (found) fill_with(table + 2, state);
    if (!found || std::ssize(told) == numbers_told()) end_filling(state);
  }
}

/// Chooses the scale. @param half_extent  half the largest distance of a point from the first one in one coordinate.
void KMeans::measure(double half_extent, State& state) const {
  std::vector<double>& r = state.values[run];
  std::vector<double>& told = state.multicast[points];
  const std::span<const double> first_point = std::span(told).subspan(told_centroids);
  r[scale] = scale_of(half_extent, first_point, settings_.centroids);
  r[phase] = settings_.centroids.empty() ? choosing : moved;
  told = {r[phase], r[scale]};
  for (const double x : settings_.centroids) told.push_back(x * r[scale]);
}

/// A round of k-means||, or its end.
void KMeans::take_candidates(const double* table, State& state) const {
  std::vector<double>& r = state.values[run];
  std::vector<double>& told = state.multicast[points];
  if (r[phase] == sampling) {
    parallel_.take(table, told);
    if (++r[run_fields] == ParallelSeeding::rounds) r[phase] = told[told_phase] = weighing;
  } else {
    const std::vector<double> chosen = parallel_.choose(std::span(told).subspan(told_centroids), table);
    r[phase] = seeded;
    told = {moved, r[scale]};
    told.insert(told.end(), chosen.begin(), chosen.end());
  }
}

void KMeans::move_centroids(State& state) const {
  std::vector<double>& r = state.values[run];
  std::vector<double>& told = state.multicast[points];
  r[unfilled] = 0;
  r[phase] = empty(state) > 0 ? filling : moved;
  told = {r[phase], r[scale]};
  const double* to = state.values[clusters].data();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, to += d_ + fields_behind)
    if (to[d_] > 0) told.insert(told.end(), to, to + d_);
}

/// Takes the farthest point for an empty cluster. If it may be where its nearest centroid is, that centroid moves onto
/// it first: then points of the cluster that are elsewhere are told from those that are not, without rounding.
void KMeans::fill_with(const double* point, State& state) const {
  std::vector<double>& told = state.multicast[points];
  const std::span<double> centroids = std::span(told).subspan(told_centroids);
  std::int64_t left = nearest_place(point, centroids, d_);
  double* centroid = &centroids[static_cast<std::size_t>(left * d_)];
  double* cluster = state.values[clusters].data();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, cluster += d_ + fields_behind) {
    if (cluster[d_ + size_behind] == 0 || left-- > 0) continue;
    if (cluster[d_ + is_point_behind] != 0 || !is_rounded(point, centroid, d_, cluster[d_ + size_behind])) break;
    std::copy_n(point, d_, centroid);
    std::copy_n(point, d_, cluster);
    cluster[d_ + is_point_behind] = 1;
    return;
  }
  told.insert(told.end(), point, point + d_);
}

/// Those that clusters were filled with go to their places among the others.
void KMeans::end_filling(State& state) const {
  std::vector<double>& r = state.values[run];
  const std::vector<double> found = state.multicast[points];
  const std::int64_t full = settings_.clusters - empty(state);
  auto filled = found.begin() + told_centroids + full * d_;
  std::vector<double>& told = state.multicast[points] = {r[phase] = moved, r[scale]};
  const double* to = state.values[clusters].data();
  for (std::int64_t c = 0; c < settings_.clusters; ++c, to += d_ + fields_behind) {
    const bool fills = to[d_] == 0 && filled != found.end();
    told.insert(told.end(), to, to + d_);
    if (fills) std::copy_n(filled, d_, told.end() - d_), filled += d_;
    r[unfilled] += to[d_] == 0 && !fills;
  }
}

double KMeans::size(const State& state, std::int64_t cluster) const {
  return state.values[clusters][static_cast<std::size_t>(cluster * (d_ + fields_behind) + d_ + size_behind)];
}

std::int64_t KMeans::numbers_told() const { return told_centroids + settings_.clusters * d_; }

/// Those told, without candidates behind.
std::span<const double> KMeans::first_centroids(std::span<const double> told) const {
  const auto most = static_cast<std::size_t>(numbers_told());
  return told.first(std::min(told.size(), most)).subspan(told_centroids);
}

std::int64_t KMeans::empty(const State& state) const {
  std::int64_t count = 0;
  for (std::int64_t c = 0; c < settings_.clusters; ++c) count += size(state, c) == 0;
  return count;
}

double KMeans::objective(const State& state) const {
  const std::vector<double>& r = state.values[run];
  return r[inertia] / r[scale] / r[scale];
}

std::optional<bool> KMeans::settled(const State& state) const {
  const std::vector<double>& r = state.values[run];
  const double tolerance = tolerance_of(settings_, usual_tolerance);
  if (tolerance == 0 || r[phase] != assigned) return false;
  if (r[inertia] == 0) return true;
  const bool filled = empty(state) == 0 || r[unfilled] > 0;
  return iterations(state) > 0 && filled && r[inertia_before] - r[inertia] <= tolerance * r[inertia_before];
}

std::vector<Result> KMeans::results(const State& state) const {
  const std::vector<double>& r = state.values[run];
  const std::span<const double> told = first_centroids(state.multicast[points]);
  std::vector<double> centroids(told.begin(), told.end());
  for (double& x : centroids) x /= r[scale];
  std::vector<Result> all{{"centroids", centroids, static_cast<std::size_t>(d_)}};
  if (r[phase] != assigned) return all;  // stopped before points were assigned to them
  std::vector<double> sizes;
  for (std::int64_t c = 0; c < settings_.clusters; ++c) sizes.push_back(size(state, c));
  all.push_back({"sizes", sizes, Result::list});
  all.push_back({"inertia", {objective(state)}, 0});
  return all;
}

std::vector<std::string> KMeans::warnings(const State& state) const {
  const std::vector<double>& r = state.values[run];
  if (r[phase] != assigned) return {};
  std::vector<std::string> all;
  if (const std::int64_t count = empty(state); count > 0)
    all.push_back(std::to_string(count) + " of " + std::to_string(settings_.clusters) + " clusters are empty: " +
                  (r[inertia] == 0 || r[unfilled] > 0 ? "there are fewer distinct points than clusters"
                                                      : "the run ended before points were found for them"));
  if (r[inertia] > 0 && objective(state) == 0) all.push_back("the inertia is smaller than any double, and given as 0");
  return all;
}

void KMeans::output(const Batch& batch, double* labels) const {
  std::vector<double> distance2(static_cast<std::size_t>(batch.count));
  const std::span<const double> centroids = first_centroids(batch.multicast);
  std::fill_n(labels, batch.count, 0);
  if (centroids.empty()) return;  // stopped so early
  kernels().nearest(PointsOf(batch, d_, batch.multicast[told_scale]), centroids.data(), std::ssize(centroids) / d_,
                    distance2.data(), labels);
}

bool KMeans::can_resume(const State& state, int last) const {
  const std::vector<double>&r = state.values[run], &told = state.multicast[points];
  if (!is_possible(state, last) || std::ssize(told) < told_centroids || !(r[scale] > 0) ||
      told[told_scale] != r[scale] || told[told_phase] != (r[phase] == assigned ? moved : r[phase]))
    return false;
  const std::int64_t numbers = std::ssize(told) - told_centroids, all = settings_.clusters * d_;
  if (r[phase] == measuring) return numbers == 0 || numbers == d_;
  if (r[phase] == choosing) return numbers % d_ == 0 && numbers < all;
  if (r[phase] == sampling || r[phase] == weighing)
    return numbers >= d_ && numbers % d_ == 0 && r[run_fields] <= ParallelSeeding::rounds;
  if (r[phase] == filling) return numbers % d_ == 0 && numbers < all && numbers >= all - empty(state) * d_;
  return (r[phase] == moved || r[phase] == assigned) && numbers == all;
}

}  // namespace uneven::elements
