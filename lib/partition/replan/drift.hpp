// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "partition/replan/replan.hpp"

namespace uneven::partition {

/// Some iterations of a run, one after the other, of which one knows what all processors took.
class Window {
 public:
  /// Iterations of it, when there are so many of the run.
  std::size_t length(std::size_t iterations) const { return iterations - iterations_; }

  /// Ends it; the next one begins. It has one iteration at least.
  /// @param compute_s   of all iterations of the run so far, by processor.
  /// @param iterations  so far.
  /// @return            seconds of one iteration of the window, by processor.
  std::vector<double> end(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::vector<double> compute_s_;  ///< before it
  std::size_t iterations_ = 0;
};

/// What the processors take for an iteration between two questions for a new plan: of several windows the one in the
/// middle, so that a short spell in which other work takes a host does not count.
class WindowedMedian {
 public:
  /// @param iterations  between two questions, > 0.
  explicit WindowedMedian(std::int64_t iterations);

  /// Takes what is known after some iterations.
  /// @param compute_s   of all iterations so far, by processor.
  /// @param iterations  so far; not fewer than at the call before.
  void look(const std::vector<double>& compute_s, std::size_t iterations);

  /// The same at a question, at least one iteration after the last. @return seconds of an iteration in between, by
  /// processor.
  std::vector<double> take(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::size_t window_iterations_;
  Window window_;                             ///< the present one
  std::vector<std::vector<double>> windows_;  ///< that have ended: seconds of an iteration, by processor
};

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
