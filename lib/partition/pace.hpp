#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace uneven::partition {

/// What the processors take for an iteration between two questions for a new plan: of several stretches the one in the
/// middle, so that a short spell in which other work takes a host does not count.
class Pace {
 public:
  /// @param iterations  between two questions, > 0.
  explicit Pace(std::int64_t iterations);

  /// Takes what is known after some iterations.
  /// @param compute_s   of all iterations so far, by processor; with every call the same number of them.
  /// @param iterations  so far; not fewer than at the call before.
  void look(const std::vector<double>& compute_s, std::size_t iterations);

  /// Seconds of an iteration since the last question, by processor, and begins anew. At least one iteration was looked
  /// at since.
  std::vector<double> take();

 private:
  void end_stretch();
  std::size_t iterations_of_stretch_;
  std::vector<double> now_, begin_;  ///< compute_s after the iterations so far, and before this stretch
  std::size_t iterations_now_ = 0, iterations_begin_ = 0;
  std::vector<std::vector<double>> stretches_;  ///< seconds of an iteration, by processor
};

}  // namespace uneven::partition
