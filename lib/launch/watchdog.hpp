// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <limits>
#include <map>
#include <string>

namespace uneven::launch {

/// Seconds after which a run is given up; 0: never.
struct WatchLimits {
  double start_s = 60;   ///< from the start until all ranks have met
  double silent_s = 30;  ///< without a sign of life from a rank
  double run_s = 0;      ///< time after which the run should end by itself; see Watchdog
};

/// Decides when to end a launcher because its ranks do not start, or one of them is dead.
///
/// A rank gives signs of life while it computes and while it waits, but not while it is stopped or its host is down. A
/// rank counts only after its first sign. Once a run has been due to end, on request or by run_s, for a third of
/// `silent_s`, a silence of a third of `silent_s` is enough, which is two of its six signs.
///
/// The watchdog's clock stops while this process is stopped (Ctrl-Z, a suspended machine), since the ranks are, too.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Watchdog(const WatchLimits& limits, Clock::time_point now = Clock::now());

  /// Interval at which pass() should be called.
  static constexpr std::chrono::milliseconds look_every{250};

  /// Seconds between two signs of a rank; 0: none are needed.
  static double seconds_between_signs(const WatchLimits& limits) { return limits.silent_s / 6; }

  /// Advances the clock to `now`.
  void pass(Clock::time_point now);

  /// Tells that all ranks have met.
  void start();
  bool started() const { return started_; }

  /// Tells whether the launcher waits in a batch system's queue, which does not count as time to start.
  void wait_in_queue(bool waits) { queued_ = waits; }

  /// Takes a sign of life of a rank.
  void hear(int rank, const std::string& host);

  /// Tells that the ranks were asked to finish.
  void ask_to_stop();

  /// The reason to end the launcher, or "".
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
