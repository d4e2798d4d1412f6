// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

namespace uneven::schedule {

/// Where one process's time goes.
struct Times {
  double compute_s = 0;
  double communicate_s = 0;  ///< posting messages, packing, adding
  double wait_s = 0;         ///< for messages that are not here yet
};

/// Adds the time since the last call to one account or another.
class Clock {
 public:
  Clock() : last_(std::chrono::steady_clock::now()) {}
  void charge(double& account) {
    const auto now = std::chrono::steady_clock::now();
    account += std::chrono::duration<double>(now - last_).count();
    last_ = now;
  }

 private:
  std::chrono::steady_clock::time_point last_;
};

}  // namespace uneven::schedule
