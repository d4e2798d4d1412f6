// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace uneven::simulate {

/// How long what disturbs a processor lasts: about as long as a repeat of a measurement.
inline constexpr double noise_s = 0.1;

/// How many times as fast as usual a processor works in the period of noise of a time; drawn for each, evenly about 1.
/// @param spread  deviation over mean.
double noisy_speed(int processor, double time, double spread);

class Pool;

/// A core of which each period may use its share, at full speed: then the quota stops it until the next.
class Core {
 public:
  /// @param burst_s  the share of a period.
  /// @param phase    of a period that has passed at time 0.
  Core(double share, double burst_s, double phase);

  /// @param start    work does not start before the last is done.
  /// @param seconds  of work at full speed.
  /// @return         when it is done.
  double work(double start, double seconds);

  /// The same on cores of a pool that others use, too. @param core  where it goes on, then where it was done.
  double work(double start, double seconds, Pool& pool, std::size_t& core);

  double free_at() const { return now_; }

 private:
  void begin(double start, double seconds);
  void refill(double periods);

  double quota_, period_, left_, refill_at_;
  double now_ = 0;
};

/// Cores that several processors share. Work that comes late may begin early: it takes what others have left.
class Pool {
 public:
  explicit Pool(std::int64_t cores) : busy_(static_cast<std::size_t>(cores)) {}

  /// @return  when work is done on a core that starts at `start` at the earliest.
  double work(std::size_t core, double start, double seconds);

  bool is_busy(std::size_t core, double time) const;

  /// The core on which work would be done first; of equal ones `core`.
  std::size_t first_done(std::size_t core, double start, double seconds) const;

  std::size_t cores() const { return busy_.size(); }

 private:
  struct Slot {
    double begins, ends;
  };
  using Busy = std::vector<Slot>;  ///< in order of time, which is nearly that of their making

  /// Where work goes, in place of the slots from first to before next.
  struct Fit {
    Busy::const_iterator first, next;
    Slot slot;
  };

  static Fit fit(const Busy& busy, double start, double seconds);
  static Busy::const_iterator after(const Busy& busy, double time);

  std::vector<Busy> busy_;
};

}  // namespace uneven::simulate
