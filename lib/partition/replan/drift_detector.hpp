#pragma once

#include <optional>
#include <set>

#include "partition/replan/replan.hpp"
#include "partition/replan/windowed_median.hpp"

namespace uneven::partition {

/// Compares what the processors of a plan take with what it has them take, stretch by stretch of about a second.
class Watch {
 public:
  /// After an iteration.
  /// @return  the processor that was farthest behind its plan in two stretches, one after the other; each rank once.
  std::optional<Drift> look(const Standing& now);

  /// From now on, so many seconds after the start, a new plan is followed.
  void follow_new_plan(double seconds);

 private:
  Stretch stretch_;
  double seconds_ = 0;            ///< before it
  std::optional<Drift> suspect_;  ///< of the stretch before
  std::set<int> said_;            ///< ranks
};

}  // namespace uneven::partition
