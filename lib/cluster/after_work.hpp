#pragma once

#include <utility>

#include "cluster/replay.hpp"

namespace uneven::cluster {

/// Whether the next message finds its code and data gone from the caches. Work does that if it takes at least as long
/// as fetching them again: not the few additions between the messages of a sum.
class AfterWork {
 public:
  void work(double seconds, const Endpoint& endpoint) { cold_ |= seconds >= endpoint.after_work_s; }

  /// @return  CPU time of a message beyond that of one right after another.
  double message(const Endpoint& endpoint) { return std::exchange(cold_, false) ? endpoint.after_work_s : 0; }

 private:
  bool cold_ = false;
};

}  // namespace uneven::cluster
