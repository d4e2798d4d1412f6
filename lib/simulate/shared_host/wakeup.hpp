// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/speeds.hpp"

namespace uneven::simulate {

/// Times of fan-ins. In the fan-in to processor r, every other of the first `ranks` processors sends r a short message;
/// all start together after a rest. Each of them is the receiver once.
struct FanIns {
  int ranks = 0;
  std::vector<double> seconds;  ///< [r]: from the start until r has received all messages; the first receivers from 0
};

/// The median over several passes, for each receiver. Several passes are needed because other work on the machine
/// disturbs it for longer than one pass takes.
/// @param passes  at least one.
FanIns middle_of(const std::vector<FanIns>& passes);

/// The time until a sleeping processor runs after its message has arrived: the `wakeup_s` with which the replay of a
/// fan-in takes as long as the measured one. The median over the receivers, since one may have been disturbed.
/// @param speeds  with a network; its own `wakeup_s` is ignored.
/// @return        seconds, >= 0; 0 if the fan-ins are faster than a replay without wake-up, or there are none.
/// Cost: a hundred replays of each fan-in.
double fitted_wake(const document::Speeds& speeds, const FanIns& measured);

}  // namespace uneven::simulate
