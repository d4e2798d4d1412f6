// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace uneven::speeds {

/// Looks for a number of units with which a command runs long enough to time it.
///
/// Two runs of one unit come first; the first warms up, and the shorter of both is the time of one unit. Long enough is
/// `target_s`, and three times the time of one unit, so that the time of a start does not hide that of the units. If a
/// single unit takes very long, one and a half times its time suffice. The number grows by at most 16 at a time: as far
/// as the line through one unit and the last run foretells, or by 16 if the last run took hardly longer than one unit.
class AmountSearch {
 public:
  /// Limits of a search.
  struct Limits {
    double target_s = 0.5;   ///< least length of a run
    double long_unit_s = 1;  ///< a unit that takes longer takes very long
    std::int64_t given = 0;  ///< the number to use; 0: look for one
  };

  explicit AmountSearch(const Limits& limits) : limits_(limits), units_(limits.given > 0 ? limits.given : 1) {}

  /// Units of the next run; once the search has ended, those that it found.
  std::int64_t units() const { return units_; }

  /// Whether the search has ended.
  bool found() const { return found_; }

  /// Whether more units took longer. Meaningless for a given number.
  bool grows() const;

  /// Time of one unit, and of the last run.
  double first_s() const { return first_s_; }
  double last_s() const { return last_s_; }

  /// Takes the time of a run of units().
  void add(double seconds);

 private:
  double wanted_s() const;
  double factor() const;

  Limits limits_;
  std::int64_t units_;
  int runs_ = 0;
  double first_s_ = 0, last_s_ = 0;
  bool found_ = false;
};

}  // namespace uneven::speeds
