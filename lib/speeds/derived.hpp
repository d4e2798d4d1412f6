// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "document/job.hpp"
#include "document/speeds.hpp"

namespace uneven::speeds {

/// The speed on a curve: between two points linear in log(units), beyond the ends that of the nearest point.
/// @param curve  ascending by units, of one point at least.
/// Cost: O(points).
double speed_on(std::span<const document::CurvePoint> curve, double units);

/// The processor's speed for a problem of `units`, on its curve; its single speed if it has no curve.
double speed_at(const document::MeasuredProcessor& processor, double units);

/// Speeds from a run: work over compute time of each processor.
/// @throws InputError  naming a processor that did no work, since its speed is unknown.
document::Speeds speeds_from_report(const document::Report& report);

/// The speeds while only the processors in `working` compute. On a shared machine they are multiplied by the speed-up
/// measured for that number of computing processors; between two measured numbers it is linear in the logarithm of the
/// number, below the least it is constant. Messages after work become cheaper, because fewer processors take turns on
/// the shared cores; with a core for each computing processor they cost as much as any other message.
///
/// @param working  indices of the computing processors.
/// @return         `speeds`; resting processors and all other message times keep their values.
/// Cost: O(N).
document::Speeds among_fewer(document::Speeds speeds, const std::vector<std::int64_t>& working);

/// Makes a processor `times` times slower, in work and in messages, as if it got less CPU time.
void slow_down(document::MeasuredProcessor& processor, double times);

/// The network between ranks of one host: `within_host`, and what does not differ there.
document::NetworkSpeeds within_host(const document::NetworkSpeeds& network);

/// Runs of a command with one number of units.
struct CommandRuns {
  std::vector<double> seconds;
  std::vector<double> peak_bytes;  ///< largest memory of each run
};

/// By number of units.
using RunsByUnits = std::map<std::int64_t, CommandRuns>;

/// What calls of a command take: fixed_s + units / speed.
struct CommandCost {
  double speed = 0;                         ///< units/s beyond the fixed time
  double relative_error = 0;                ///< 95 % half-width over speed; infinite before any two runs are alike
  double fixed_s = 0;                       ///< best estimate
  bool fixed_is_known = false;              ///< the 95 % interval of the fixed time excludes 0
  std::int64_t repeats = 0;                 ///< runs with the largest number of units
  std::vector<document::CurvePoint> curve;  ///< speed beyond the fixed time, where that is not nearly all of the time
};

/// The cost that fits the runs best. With one number of units only, the fixed time cannot be told: it is 0 and speed is
/// units over seconds.
/// @param runs  at least one.
/// @return      nothing if the time does not grow with the units.
/// Cost: O(runs).
std::optional<CommandCost> fit_cost(const RunsByUnits& runs);

/// Memory of a command by its units.
struct CommandMemory {
  std::int64_t fixed_bytes = 0;
  double bytes_per_unit = 0;
};

/// The memory that fits the peaks of all processors best.
/// @param runs  by processor.
/// @return      nothing unless there are two different numbers of units.
std::optional<CommandMemory> fit_memory(const std::vector<RunsByUnits>& runs);

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
