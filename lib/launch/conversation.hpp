// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <string>
#include <string_view>

#include "launch/process.hpp"
#include "launch/progress.hpp"
#include "launch/restart.hpp"
#include "launch/words.hpp"

namespace uneven::launch {

/// Requests to this process while the launcher runs.
struct Requests {
  bool stop = false;             ///< finish the iteration and report
  int end = 0;                   ///< the signal by which to die, or 0
  std::string fault;             ///< reason for giving the launcher up
  Loss loss;                     ///< the loss that goes with it
  std::deque<std::string> said;  ///< the launcher's own words until then
  bool ended = false;            ///< the launcher was told to end
  int output_error = 0;          ///< errno of a write of the programs' output that failed
  std::chrono::steady_clock::time_point kill_at = std::chrono::steady_clock::time_point::max();
};

/// Writes input to the launcher and reads its output until it and its streams have ended. Meanwhile signals are obeyed,
/// the watchdog is asked, and a launcher that does not end when told to is killed with all that it has started.
/// @return its status, as of waitpid.
int converse(LauncherProcess& launcher, SignalReader& signals, std::string_view input,
             const std::function<void(std::string_view)>& take_output, LauncherWords& words, Watchdog& watchdog,
             Requests& asked);

}  // namespace uneven::launch
