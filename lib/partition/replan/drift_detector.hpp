#pragma once

#include <optional>
#include <set>

#include "partition/replan/replan.hpp"
#include "partition/replan/windowed_median.hpp"

namespace uneven::partition {

/// Finds processors that compute longer than planned. A window has at least five iterations and lasts at least a
/// second.
class DriftDetector {
 public:
  /// After an iteration.
  /// @return  the processor that was farthest behind its plan in two windows, one after the other; each rank once.
  std::optional<Drift> look(const RunProgress& now);

  /// From now on, so many seconds after the start, a new plan is followed.
  void follow_new_plan(double seconds);

 private:
  Window window_;
  double seconds_ = 0;            ///< before it
  std::optional<Drift> suspect_;  ///< of the window before
  std::set<int> said_;            ///< ranks
};

}  // namespace uneven::partition
