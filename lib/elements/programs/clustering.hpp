// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "elements/program.hpp"
#include "elements/programs/seeding.hpp"

namespace uneven::elements {

/// What K-means and EM have in common: the points of group 0 send to clusters, the elements of the central group 1, and
/// to group 2, whose one element knows where the run stands. What they begin with are points that Seeding chooses.
///
/// A message to group 2 is the block's part of the objective, then a candidate.
class Clustering : public Program {
 public:
  /// @throws InputError  see require_clusters().
  explicit Clustering(const Settings& settings);

  void combine(int group, double* into, const double* from, std::int64_t size) const override;
  /// Iterations done: the first round only weighs the points by what the run begins with.
  std::int64_t iterations(const State& state) const override;
  bool has_output() const override { return true; }
  bool whole_output() const override { return true; }

  enum { points, clusters, run };

  /// The first fields of the element of group `run`.
  enum { phase, rounds_done, common_fields };

 protected:
  /// The groups; the caller names group `clusters` and its fields.
  std::vector<Group> groups_with(Group clusters, int run_fields) const;

  /// Whether a run ends here that goes on until it has settled or done its iterations.
  bool ends(const State& state) const;

  /// What any state must have so that a run can resume from it.
  bool is_possible(const State& state, int last) const;

  Settings settings_;
  int d_;  ///< dimensions
  Seeding seeding_;
};

}  // namespace uneven::elements
