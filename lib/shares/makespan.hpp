// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "document/hbsp_costs.hpp"
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

/// What shares must keep to.
struct Limits {
  std::int64_t multiple_of = 1;    ///< M >= 1: ranges begin at multiples of it
  std::int64_t least = 0;          ///< units of a processor that has any
  std::vector<std::int64_t> most;  ///< units of each processor, shape [N], each >= 0
};

/// Shares `count` units so that the makespan max_i t_i(n_i) is smallest, exactly.
///
/// Each n_i is 0 or from `least` to `most[i]`. Each n_i is a multiple of M but the last that is not 0: it takes the
/// remainder of count / M, so that every range begins at a multiple of M. Which processor is the last with units is
/// part of the optimum: all behind it stay without.
///
/// Ties between plans with the least makespan: the last range goes to the highest index that keeps the makespan. If
/// `least` leaves units for only some of the processors, those get them that can do the most units within the makespan
/// (ties: lowest index). Among the chosen, multiples of M go one by one to the processor that ends its next one
/// earliest, ties to the lowest index: the shares are as even as the limits allow, and unique.
///
/// @param count   0 <= count < 2^53.
/// @param models  t_i, shape [N], N >= 1.
/// @return        n_i, shape [N]; nothing if no shares keep to the limits.
/// Cost: O(64 N) evaluations of t, O(N) memory; where `least` exceeds M and keeps processors without units, and there
/// is a remainder, O(64 N log N).
std::optional<std::vector<std::int64_t>> least_makespan(std::int64_t count, std::span<const TimeModel> models,
                                                        const Limits& limits);

/// max_i t_i(n_i), in s.
double makespan(std::span<const std::int64_t> count, std::span<const TimeModel> models);

/// Lower bound on the makespan, in s: that of perfectly divisible work with at most most[i] units for processor i.
/// Infinite if the work does not fit.
///
/// Cost: O(64 N).
double divisible_bound(std::int64_t count, std::span<const TimeModel> models, std::span<const std::int64_t> most);

/// What a user wants of shares.
struct Wanted {
  std::int64_t multiple_of = 1;                           ///< see Limits
  std::int64_t least = 0;                                 ///< units of a processor that has any
  std::vector<std::int64_t> most;                         ///< units of each processor; empty: any
  std::vector<std::optional<std::int64_t>> memory_bytes;  ///< that the work of each processor may use, shape [N]
  std::optional<double> memory_per_unit_bytes{};          ///< that a unit occupies
  std::optional<std::int64_t> memory_fixed_bytes{};       ///< that a process with units occupies beside them
};

/// What is known of the times of processors besides their speeds.
struct Times {
  bool are_seconds = false;    ///< speeds are in units of the work per second
  bool curves = false;         ///< follow the curves of speeds that are in seconds
  std::vector<double> busy{};  ///< seconds that each processor is busy with other tasks; empty: all are 0
};

/// Whether memory limits anything: what the work needs is known, and what some processor may use.
bool memory_counts(const Wanted& wanted);

/// Units that each processor may have, at most `count`: by `most` and, beside the fixed bytes, by memory. Shape [N].
std::vector<std::int64_t> most_of(std::int64_t count, const Wanted& wanted, std::size_t processors);

/// @param most  see most_of(); they leave no shares of `count` units.
/// @param noun  of a unit.
/// @throws InputError  with what would fit.
[[noreturn]] void refuse(std::int64_t count, const Wanted& wanted, const std::vector<std::int64_t>& most,
                         const std::string& noun = "unit");

/// t_i of the processors, see TimeModel: of one with fixed_s, fixed_s + n / speed; of another one, or where
/// fixed_s is 0, by its curve, if it has one that `times` follow, else n / speed.
std::vector<TimeModel> time_models(const document::Speeds& speeds, const Times& times);

/// Shares `count` units in consecutive ranges, so that the makespan is least under the limits of `wanted`: see
/// least_makespan(). Processors without units are left out.
///
/// Memory limits the units of a processor where the bytes it may use are known, and those of a unit or a process:
/// fixed + n per_unit <= memory. Predicts the makespan, if it is in seconds, and its lower bound; nothing where
/// processors are busy with other tasks.
///
/// @throws InputError  if nothing fits, with what would.
/// Cost: see least_makespan().
document::HbspElements plan_shares(std::int64_t count, const document::Speeds& speeds, const Wanted& wanted,
                                   const Times& times);

/// Shares the units of a plan among fewer processors, by the speeds and within the memory that it holds; the others are
/// renumbered in the same order.
/// @param lost  processors, ascending; not all.
/// @return      nothing if the units do not fit.
std::optional<document::HbspElements> without(const document::HbspElements& plan, const std::vector<std::size_t>& lost);

}  // namespace uneven::shares
