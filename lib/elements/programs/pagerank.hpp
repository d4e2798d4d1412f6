// SPDX-License-Identifier: MIT
#pragma once

#include "elements/program.hpp"

namespace uneven::elements {

/// PageRank, pattern (a) of Ito 2012: one keyed group of vertices, each of which sends its rank in equal parts along
/// its edges; a central group sums the rank of the vertices without out-edges, which goes to all vertices in equal
/// parts, and the change.
///
///     r_v = (1 - damping) / n + damping (sum of r_u / out(u) over edges u -> v + sum of r_u without out-edges / n)
///
/// Parts travel as whole multiples of 2^-62, whose sums are exact in any order: a rank is off by at most 2^-62 for
/// each edge that leads to it. The ranks add up to 1; the objective is sum |change|, and the run ends when it is below
/// tolerance (default 1e-10). Each round lowers the change by the damping at least, from 2 or less: with 0.85, 146
/// rounds always settle. What rounding leaves is about 1e-16, and 2^-62 for each edge.
class PageRank : public Program {
 public:
  /// @throws InputError  if there is no vertex or the damping is not in 0 .. 1.
  explicit PageRank(const Settings& settings);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override { return "change"; }
  std::optional<bool> settled(const State& state) const override;
  std::vector<Result> results(const State& state) const override;
  bool has_output() const override { return true; }
  void output(const Batch& batch, double* ranks) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  Settings settings_;
};

}  // namespace uneven::elements
