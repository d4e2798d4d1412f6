// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <limits>
#include <map>
#include <string>

namespace uneven::launch {

/// Seconds after which a run is given up; 0: never.
struct WatchLimits {
  double start_s = 60;   ///< until all ranks have met
  double silent_s = 30;  ///< without a sign of life of a rank
  double run_s = 0;      ///< that the run was to take; see below
};

/// Decides when a launcher is to be ended because its ranks do not come up, or one of them no longer lives.
///
/// A rank gives signs of life while it computes and while it waits, but not while it is stopped or if its host is gone;
/// one that has given none yet is not missed. Once the run should be ending, having been asked to or by its time, and
/// for a third of `silent_s` has not, a third is enough: two of the six signs of that time.
///
/// Its clock stands still while this process does (Ctrl-Z, a suspended machine), since the ranks do too.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Watchdog(const WatchLimits& limits, Clock::time_point now = Clock::now());

  /// How often pass() wants to be called.
  static constexpr std::chrono::milliseconds look_every{250};

  /// Seconds between two signs of a rank; 0: none are needed.
  static double seconds_between_signs(const WatchLimits& limits) { return limits.silent_s / 6; }

  /// Lets time pass.
  void pass(Clock::time_point now);

  /// All ranks have met.
  void start();
  bool started() const { return started_; }

  /// The launcher waits for a batch system, and its time to start does not pass, until this is false again.
  void wait_in_queue(bool waits) { queued_ = waits; }

  /// A sign of life.
  void hear(int rank, const std::string& host);

  /// The ranks were asked to finish.
  void ask_to_stop();

  /// Why the launcher is to be ended, or "".
  std::string complaint() const;

 private:
  struct Sign {
    double at_s;
    std::string host;
  };
  double silence_allowed() const;

  WatchLimits limits_;
  Clock::time_point looked_;
  double now_s_ = 0, starting_s_ = 0;
  double stop_at_s_ = std::numeric_limits<double>::infinity();  ///< when the run should end
  bool started_ = false, queued_ = false;
  std::map<int, Sign> last_;  ///< by rank
};

}  // namespace uneven::launch
