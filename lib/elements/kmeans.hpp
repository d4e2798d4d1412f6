#pragma once

#include "elements/program.hpp"
#include "elements/seeding.hpp"

namespace uneven::elements {

/// K-means (Lloyd's iterations), pattern (b) of Ito 2012: S1 over the points sends each point to its nearest centroid,
/// S2 over the clusters makes the means and multicasts them. The inertia is the sum of the squared distances that S1
/// saw; the run ends when it falls by less than tolerance (default 1e-4) of itself.
class KMeans : public Program {
 public:
  /// @throws InputError  if there are more clusters than points.
  explicit KMeans(const Settings& settings);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "inertia"; }
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  bool whole_output() const override { return true; }
  void output(const Batch& batch, double* labels) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  Settings settings_;
  int d_;
  Seeding seeding_;
};

}  // namespace uneven::elements
