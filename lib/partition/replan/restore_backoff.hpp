// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "partition/replan/replan.hpp"

namespace uneven::partition {

/// Decides how much speed a new plan may give back to ranks that an earlier plan slowed down.
///
/// A rank that waits a lot seems faster than it is, since no CPU quota holds it back; a rank with many messages stays
/// slow whatever its share of the work. So a rank that was slowed down keeps its speed for two questions. Each failed
/// restoration doubles the wait.
class RestoreBackoff {
 public:
  /// @param first  speeds of the run's first plan, by rank.
  explicit RestoreBackoff(std::vector<double> first);

  /// Bounds for a rank that the present plan gives the speed `planned`.
  SpeedBounds bounds(std::size_t rank, double planned) const;

  /// Tolerates this slowdown of the rank from now on, because a plan made to correct it was worse than the one before.
  /// @param times  slowdown, see Drift.
  void excuse(std::size_t rank, double times);

  /// Takes the answer to one question.
  /// @param planned   the rank's speed in the present plan.
  /// @param found     the rank's speed in the new plan.
  /// @param followed  whether the run follows the new plan.
  void judge(std::size_t rank, double planned, double found, bool followed);

 private:
  struct Record {
    double first;
    double usual = 1;
    bool raised = false;  ///< whether the last plan raised its speed
    int failures = 0;     ///< restorations that had to be undone
    int questions = 0;    ///< coming questions that restore nothing
  };
  std::vector<Record> records_;  ///< by rank
};

}  // namespace uneven::partition
