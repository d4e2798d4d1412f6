// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "schedule/schedule.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// What the operations of one rank cost it.
struct Costs {
  /// CPU seconds of a piece of work. Nothing: its time is part of another's.
  std::function<std::optional<double>(const schedule::Work&)> work;
  double addition_s = 0;            ///< CPU seconds to add a number of `addition_bytes`
  std::int64_t addition_bytes = 4;  ///< longer numbers count as several
};

/// A schedule as steps for replay().
struct Priced {
  std::vector<Step> first;  ///< the first performance
  std::vector<Step> again;  ///< each further one, which waits for the agreement of the one before
  std::vector<Step> end;    ///< the wait for the last agreement
};

/// Cost: O(steps).
Priced priced(const schedule::Schedule& schedule, const Costs& costs);

/// The steps of several performances in a row. @param times  >= 1.
std::vector<Step> repeated(const Priced& priced, int times);

/// Seconds per iteration in the long run. The first iterations are not counted; enough are counted that periods of
/// noise and the stops of the longest quota average out. At least the busy time of one iteration under the quotas.
///
/// @param priced  shape [p]; without steps for processors left out.
/// Cost: a replay of three iterations; under quotas or noise two, of up to 257.
double replayed_seconds_per_iteration(const std::vector<Priced>& priced, const Platform& platform);

/// Busy time of each processor: the CPU time of its steps over its share of a core. Every receive costs as much as one
/// for which the processor has slept, without the wait; the first message after work costs its extra after_work_s.
/// @param steps  shape [p].
/// @return       seconds, shape [p].
/// Cost: O(steps).
std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform);

}  // namespace uneven::simulate
