// SPDX-License-Identifier: MIT
#pragma once

#include "elements/programs/clustering.hpp"

namespace uneven::elements {

/// K-means (Lloyd's iterations), pattern (b) of Ito 2012: S1 over the points sends each point to its nearest centroid,
/// S2 over the clusters makes the means and multicasts them.
///
/// An iteration moves the centroids and assigns the points to them, so that at its end the centroids, the labels, the
/// sizes and the inertia, the sum of the squared distances, belong together. Clusters without points take the points
/// that are farthest from all centroids, one after the other, where there are such. The run ends when the inertia
/// falls by no more than tolerance (default 1e-4) of itself and no cluster could be filled, or when it is 0.
///
/// Points whose squared distances would leave the range of doubles are computed with as multiples of a power of two.
class KMeans : public Clustering {
 public:
  /// @throws InputError  if there are more clusters than points.
  explicit KMeans(const Settings& settings);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  /// @throws InputError  if the inertia is larger than any double, the centroids given are too far away, or
  ///   numbers are too large for distances as small as those of the points.
  void step_central(int group, const double* table, State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "inertia"; }
  std::optional<bool> settled(const State& state) const override;
  std::vector<Result> results(const State& state) const override;
  std::vector<std::string> warnings(const State& state) const override;
  void output(const Batch& batch, double* labels) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  void measure(double half_extent, State& state) const;
  void move_centroids(State& state) const;
  void fill_with(const double* point, State& state) const;
  void end_filling(State& state) const;
  double size(const State& state, std::int64_t cluster) const;
  std::int64_t empty(const State& state) const;
};

}  // namespace uneven::elements
