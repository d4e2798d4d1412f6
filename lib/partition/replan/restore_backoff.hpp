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

  /// Of a rank planned with `planned`.
  SpeedBounds bounds(std::size_t rank, double planned) const;

  /// A new plan made for this rank's seconds over those planned, beside the others', was worse than the one before.
  void excuse(std::size_t rank, double times);

  /// Takes the answer to one question.
  /// @param planned   speed that the rank was planned with.
  /// @param found     speed that the run showed.
  /// @param followed  whether the plan made of what was found is taken up.
  void judge(std::size_t rank, double planned, double found, bool followed);

 private:
  struct Record {
    double first;
    double usual = 1;
    bool raised = false;  ///< by the last plan
    int failures = 0;
    int questions = 0;  ///< to come, in which it is given back nothing
  };
  std::vector<Record> records_;  ///< by rank
};

}  // namespace uneven::partition
