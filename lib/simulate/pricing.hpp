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

}  // namespace uneven::simulate
