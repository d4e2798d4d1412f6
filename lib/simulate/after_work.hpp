#pragma once

#include <utility>

#include "simulate/replay.hpp"

namespace uneven::simulate {

/// Whether the next message finds its code and data gone from the caches. Work since the last one does that if it takes
/// at least as long as fetching them again: not the few additions between the messages of a sum.
class AfterWork {
 public:
  void work(double seconds) { since_message_s_ += seconds; }

  /// @return  CPU time of a message beyond that of one right after another.
  double message(const Endpoint& endpoint) {
    return std::exchange(since_message_s_, 0) >= endpoint.after_work_s ? endpoint.after_work_s : 0;
  }

 private:
  double since_message_s_ = 0;
};

}  // namespace uneven::simulate
