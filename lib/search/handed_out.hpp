#pragma once

#include <functional>
#include <vector>

#include "search/pauses.hpp"

namespace uneven::search {

/// A scan whose parts processor 0 hands out to whoever asks.
struct HandOut {
  std::vector<double> task_s;   ///< T_i for an example, shape [p]
  std::vector<double> start_s;  ///< before a processor's first example, shape [p]
  double part_s = 0;            ///< of every part, whatever its length
  bool master_scans = true;     ///< processor 0 as well
  bool ahead = true;            ///< the others ask when what they have left takes as long as their last answer did
  Pauses pauses;                ///< of processor 0 while it scans
  double answer_s = 0;          ///< of processor 0's time while it scans, for each part that it gives another

  /// How many examples the next part has, for processor i; 0 if none is left.
  std::function<double(std::size_t)> next;
};

/// When all parts are scanned; of processors that ask at the same time the lower comes first.
/// Cost: O(parts log p).
double handed_out_seconds(HandOut scan);

}  // namespace uneven::search
