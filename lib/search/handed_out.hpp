#pragma once

#include <functional>
#include <vector>

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

/// A scan whose parts processor 0 hands out to whoever asks.
struct HandOut {
  std::vector<double> task_s;   ///< T_i for an example, shape [p]
  std::vector<double> start_s;  ///< before a processor's first example, shape [p]
  double part_s = 0;            ///< of every part, whatever its length
  bool master_scans = true;     ///< processor 0 as well
  bool ahead = true;            ///< the others ask when what they have left takes as long as their last answer did
  Pauses pauses;                ///< of processor 0 while it scans

  /// How many examples the next part has, for processor i; 0 if none is left.
  std::function<double(std::size_t)> next;
};

/// When all parts are scanned; of processors that ask at the same time the lower comes first.
/// Cost: O(parts log p).
double handed_out_seconds(HandOut scan);

}  // namespace uneven::search
