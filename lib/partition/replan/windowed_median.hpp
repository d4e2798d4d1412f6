#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

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

}  // namespace uneven::partition
