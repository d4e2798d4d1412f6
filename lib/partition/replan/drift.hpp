// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "partition/replan/replan.hpp"

namespace uneven::partition {

/// Consecutive iterations of a run over which the compute times of all processors are averaged.
class Window {
 public:
  /// Iterations in the window once the run has done `iterations`.
  std::size_t length(std::size_t iterations) const { return iterations - iterations_; }

  /// Ends the window, which has at least one iteration, and begins the next.
  /// @param compute_s   compute seconds in all iterations of the run so far, by processor.
  /// @param iterations  iterations of the run so far.
  /// @return            mean compute seconds of an iteration of the window, by processor.
  std::vector<double> end(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::vector<double> compute_s_;  ///< before the window
  std::size_t iterations_ = 0;
};

/// Compute seconds of an iteration between two questions for a new plan, by processor: the median of several windows,
/// so that other work that occupies a host for a short time does not count.
class WindowedMedian {
 public:
  /// @param iterations  number between two questions, > 0.
  explicit WindowedMedian(std::int64_t iterations);

  /// Takes the compute times so far; ends the present window if it is long enough.
  /// @param compute_s   compute seconds in all iterations so far, by processor.
  /// @param iterations  iterations so far; not fewer than at the previous call.
  void look(const std::vector<double>& compute_s, std::size_t iterations);

  /// Takes the compute times at a question, at least one iteration after the last. @return median seconds of an
  /// iteration since then, by processor.
  std::vector<double> take(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::size_t window_iterations_;
  Window window_;                             ///< the present window
  std::vector<std::vector<double>> windows_;  ///< ended windows: seconds of an iteration, by processor
};

/// Finds processors that compute longer than planned. A window has at least five iterations and lasts at least a
/// second.
class DriftDetector {
 public:
  /// Takes the progress after an iteration.
  /// @return  the processor that was off, and farthest behind its plan, in two consecutive windows; each rank only
  /// once.
  std::optional<Drift> look(const RunProgress& now);

  /// Begins a new window for a new plan. @param seconds  since the start of the run.
  void follow_new_plan(double seconds);

 private:
  Window window_;
  double seconds_ = 0;            ///< start of the window, in s since the start of the run
  std::optional<Drift> suspect_;  ///< drift in the previous window
  std::set<int> said_;            ///< ranks already returned
};

}  // namespace uneven::partition
