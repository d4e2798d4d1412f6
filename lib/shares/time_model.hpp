// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::shares {

/// Seconds that a processor takes for n units, as a nondecreasing function: t(0) = 0, t(n) = start + work(n).
///
/// By speed: work(n) = n / v. By curve: a point (u, v) stands for u / v seconds, at least those of the point before it,
/// so that more units never take less. Between points the seconds are linear in n; before the first point and beyond
/// the last they are in proportion to n.
class TimeModel {
 public:
  /// @param start_s  >= 0, in s: the fixed time of a call, and the time that the processor is busy with other tasks.
  /// @param speed    v > 0, in units/s.
  TimeModel(double start_s, double speed) : start_(start_s), speed_(speed) {}

  /// @param curve  ascending by units, of one point at least.
  TimeModel(double start_s, std::span<const document::CurvePoint> curve);

  /// t(n), in s. @param units  n >= 0; need not be whole.
  double seconds(double units) const;

  /// The largest whole n in [0, most] with seconds(n) <= time. Cost: O(1), on a curve O(log points).
  std::int64_t units_by(double time, std::int64_t most) const;

  /// The largest n in [0, most] with t(n) <= time of divisible work, but for rounding.
  double divisible_units_by(double time, double most) const;

 private:
  struct Point {
    double units, seconds;
  };

  double work(double units) const;
  double inverse(double seconds) const;

  double start_, speed_;
  std::vector<Point> points_;  ///< empty: by speed
};

}  // namespace uneven::shares
