// SPDX-License-Identifier: MIT
#pragma once

#include "elements/program.hpp"

namespace uneven::elements {

/// Weakly connected components: every vertex takes the smallest number that it hears of and, if that is a smaller one
/// than its own, tells all vertices beside it, along and against the edges. At the end a vertex has the number of the
/// first vertex of its component; then every vertex sends a 1 to that one, which makes the sizes.
///
/// An iteration is such a round; the objective is how many vertices changed their number, 0 in the last round. There
/// are as many rounds as a vertex is edges away from the first one of its component, at most, and one.
class Components : public Program {
 public:
  explicit Components(const Settings& settings) : settings_(settings) {}

  std::vector<Group> groups() const override;
  DataForm data_form() const override { return DataForm::edges; }
  LinkWeights link_weights() const override { return LinkWeights::unused; }
  bool links_both_ways() const override { return true; }
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "changed"; }
  std::optional<bool> settled(const State& state) const override;
  /// The number of components and the size of the largest, if the run has settled.
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  bool whole_output() const override { return true; }
  bool key_output() const override { return true; }
  void output(const Batch& batch, double* numbers) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  Settings settings_;
};

/// Shortest paths from one vertex along edges that weigh 0 or more (Bellman and Ford): every vertex whose distance has
/// become smaller sends it, with the weight of the edge added, along its edges. Distances are doubles, whose bits, as
/// whole numbers, have the same order, so that messages are joined by their minimum.
///
/// An iteration is such a round; the objective is how many vertices changed their distance, 0 in the last round. There
/// are as many rounds as a shortest path has edges, at most, and one.
class ShortestPaths : public Program {
 public:
  /// @throws InputError  if there is no source.
  explicit ShortestPaths(const Settings& settings);

  std::vector<Group> groups() const override;
  DataForm data_form() const override { return DataForm::edges; }
  LinkWeights link_weights() const override { return LinkWeights::not_negative; }
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  /// @throws InputError  if a distance is larger than any double.
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "changed"; }
  std::optional<bool> settled(const State& state) const override;
  /// How many vertices are reached and not, and the largest distance.
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  bool infinite_output() const override { return true; }
  /// Distances; infinity where no path leads.
  void output(const Batch& batch, double* distances) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  Settings settings_;
};

}  // namespace uneven::elements
