// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "elements/programs/clustering.hpp"

namespace uneven::elements {

/// A clustering from several seeds, one run after the other: Settings::starts of them, from the seeds `seed`,
/// `seed` + 1, and so on. The results are those of the best one, and the objectives of all; of equal ones the first is
/// the best. A limit of iterations is one of each run.
///
/// The groups are those of the clustering and a central one, whose one element knows the runs that are over and holds
/// the state of the best. The multicast to the points ends with the number of the run.
class Starts : public Program {
 public:
  using Make = std::function<std::unique_ptr<Clustering>(const Settings&)>;

  /// @throws InputError  if there are too many starts, or all would begin with the same centroids.
  Starts(const Settings& settings, const Make& make);

  std::vector<Group> groups() const override;
  void begin(State& state) const override;
  int next(const State& state, int last) const override;
  void step(const Batch& batch, Outbox& out) const override;
  void step_central(int group, const double* table, State& state) const override;
  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  std::int64_t iterations(const State& state) const override;
  double objective(const State& state) const override;
  std::string objective_name() const override;
  /// Whether the best run has converged, once all are over.
  std::optional<bool> settled(const State& state) const override;
  /// Of a run that is stopped early: those of the start under way.
  std::vector<Result> results(const State& state) const override;
  std::vector<std::string> warnings(const State& state) const override;
  bool has_output() const override { return true; }
  bool whole_output() const override { return true; }
  void output(const Batch& batch, double* labels) const override;
  bool can_resume(const State& state, int last) const override;

 private:
  const Clustering& start_of(const State& state) const;
  std::size_t saved_from() const;
  void end_start(State& state) const;

  std::vector<std::unique_ptr<Clustering>> starts_;
  std::size_t saved_ = 0;  ///< numbers of a state at the end of a run
};

}  // namespace uneven::elements
