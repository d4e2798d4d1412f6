#pragma once

#include <cstddef>
#include <vector>

namespace uneven::partition {

/// Some iterations of a run, one after the other, of which one knows what all processors took.
class Stretch {
 public:
  /// Iterations of it, when there are so many of the run.
  std::size_t length(std::size_t iterations) const { return iterations - iterations_; }

  /// Ends it; the next one begins. It has one iteration at least.
  /// @param compute_s   of all iterations of the run so far, by processor.
  /// @param iterations  so far.
  /// @return            seconds of one iteration of the stretch, by processor.
  std::vector<double> end(const std::vector<double>& compute_s, std::size_t iterations);

 private:
  std::vector<double> compute_s_;  ///< before it
  std::size_t iterations_ = 0;
};

}  // namespace uneven::partition
