// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::speeds {

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

}  // namespace uneven::speeds
