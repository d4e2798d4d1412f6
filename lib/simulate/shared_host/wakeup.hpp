// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/speeds.hpp"

namespace uneven::simulate {

/// Fan-ins: every one of the first `ranks` processors sends a short message to each of them in turn, all starting
/// together after a rest.
struct FanIns {
  int ranks = 0;
  std::vector<double> seconds;  ///< until all have come, by the processor that receives them, from 0
};

/// Of several passes over the same processors the one in the middle, for each that receives: periods of noise of other
/// work at the machine last longer than a pass.
/// @param passes  at least one.
FanIns middle_of(const std::vector<FanIns>& passes);

/// The wake with which the replay of a fan-in takes as long as it did: what a message costs a processor that sleeps,
/// alone or together with others that wake up. The median over the receivers, since one may have been disturbed.
/// @param speeds  with a network, whose own wake does not matter.
/// @return        seconds; 0 where the fan-ins took less than their messages, or there are none.
/// Cost: a hundred replays of each fan-in.
double fitted_wake(const document::Speeds& speeds, const FanIns& measured);

}  // namespace uneven::simulate
