// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include "comm/communicator.hpp"

namespace uneven::measure {

/// Least number of repeats with a confidence interval.
inline constexpr int least_repeats = 2;

/// When something has been measured often enough: the one rule of measure-speeds. Barriers and additions, which
/// take microseconds, are measured a fixed number of times instead, and so is each burst of messages, whose bursts are
/// then repeated by this rule.
///
/// There are `least` repeats. After them the measurement ends as soon as one of these holds:
///   - the relative error of the mean is at most `confidence`;
///   - there are `most` repeats;
///   - `seconds` have passed since the measurement began;
///   - the user asked to stop; then `least_repeats` are enough, even where `least` is larger.
/// Ranks that measure in step end together: once the error is small enough at all of them, or one of the other
/// conditions holds at any.
struct Enough {
  int least = least_repeats;
  int most = std::numeric_limits<int>::max();
  double seconds = std::numeric_limits<double>::infinity();
  double confidence = 0;  ///< relative half-width; 0: the error does not count
};

/// A measurement that has begun.
class Measurement {
 public:
  explicit Measurement(const Enough& enough);

  double elapsed_s() const;

  /// Whether at any rank the seconds have passed or the user asked to stop. Collective.
  bool time_is_up(const comm::Communicator& comm) const;

  /// Whether the measurement may end.
  /// @param repeats         number of repeats so far.
  /// @param relative_error  relative error of their mean.
  bool enough(int repeats, double relative_error = std::numeric_limits<double>::infinity()) const;

  /// The same for ranks that measure in step. Collective.
  bool enough(const comm::Communicator& comm, int repeats,
              double relative_error = std::numeric_limits<double>::infinity()) const;

 private:
  bool known_well(int repeats, double relative_error) const;
  bool ended(int repeats) const;

  Enough enough_;
  double start_;
};

}  // namespace uneven::measure
