#pragma once

#include "document/common.hpp"

namespace uneven::search {

/// How a processor that always has work to do gets the share of a core that its quota leaves it: awake from the start
/// of every period until the share is used up.
struct Pauses {
  double awake_s = 0;
  double pause_s = 0;  ///< 0 without a quota
  double period_s() const { return awake_s + pause_s; }
};

Pauses pauses_of(const document::Processor& processor);

/// Seconds until a processor looks at what comes at any time, in the mean: pause^2 / (2 period).
double mean_wait(const Pauses& pauses);

/// When a processor looks at what comes at `seconds`, awake from 0 on.
double next_look(const Pauses& pauses, double seconds);

}  // namespace uneven::search
