// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/hbsp_elements.hpp"
#include "document/speeds.hpp"
#include "shares/time_model.hpp"

namespace uneven::shares {

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

/// Shares `count` units in consecutive ranges, so that the makespan is least within what is wanted: see
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

}  // namespace uneven::shares
