// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "document/speeds.hpp"
#include "simulate/pricing.hpp"
#include "simulate/replay.hpp"

namespace uneven::simulate {

/// Duration of a period of noise, in s: a processor keeps one speed for it. About one repeat of a measurement.
inline constexpr double noise_s = 0.1;

/// Speed of a processor at `time`, relative to its mean speed. Drawn for each period of noise, uniformly about 1.
/// @param spread  standard deviation over mean.
double noisy_speed(int processor, double time, double spread);

class Pool;

/// A core under a quota. In each period the processor works at full speed until its quota is used up, then rests.
class Core {
 public:
  /// @param burst_s  quota: CPU seconds per period; the period is burst_s / share.
  /// @param phase    fraction of a period that has passed at time 0, in [0, 1).
  Core(double share, double burst_s, double phase);

  /// @param start    earliest start; work does not start before the previous work is done.
  /// @param seconds  duration at full speed.
  /// @return         the time at which the work is done.
  double work(double start, double seconds);

  /// The same on a pool that others use, too. @param core  in: the core to start on; out: the core that finished.
  double work(double start, double seconds, Pool& pool, std::size_t& core);

  double free_at() const { return now_; }

 private:
  void begin(double start, double seconds);
  void refill(double periods);

  double quota_, period_, left_, refill_at_;
  double now_ = 0;
};

/// Cores that several processors share. Work added later may run earlier: it fills the idle gaps between other work.
class Pool {
 public:
  explicit Pool(std::int64_t cores) : busy_(static_cast<std::size_t>(cores)) {}

  /// @return  the time at which work on `core` is done that starts at `start` at the earliest.
  double work(std::size_t core, double start, double seconds);

  bool is_busy(std::size_t core, double time) const;

  /// The core on which the work would be done first; ties go to `core`.
  std::size_t first_done(std::size_t core, double start, double seconds) const;

  std::size_t cores() const { return busy_.size(); }

 private:
  struct Slot {
    double begins, ends;
  };
  using Busy = std::vector<Slot>;  ///< in order of time; most new slots belong at the end

  /// The slot of new work, merged with the old slots [first, next) that it touches and replaces.
  struct Fit {
    Busy::const_iterator first, next;
    Slot slot;
  };

  static Fit fit(const Busy& busy, double start, double seconds);
  static Busy::const_iterator after(const Busy& busy, double time);

  std::vector<Busy> busy_;
};

/// The mean time at which a processor has done its steps after a rest. The mean is over random initial placements of
/// the processors on their shared cores, and random variations of their CPU times, because neither is known.
/// @param first       seed of the first placement; the next ones follow. Another `first` gives another sample.
/// @param placements  number of random placements, >= 1; without shared cores one is replayed.
/// Cost: `placements` replays.
double mean_end(const std::vector<std::vector<Step>>& steps, const Platform& platform, std::size_t processor,
                unsigned first, unsigned placements);

/// CPU time of processors that have quotas, share cores, or change their speed by noise.
class CoreScheduler : public CpuTime {
 public:
  /// @param platform  must outlive this.
  /// @param rested, seed  see replay().
  CoreScheduler(const Platform& platform, bool rested, unsigned seed);

  /// @return  the time at which the processor has done `seconds` of work. On a shared core, work of other processors
  ///          delays it; an exhausted quota stops it until the next period.
  double work(int processor, double start, double seconds) override;

  double awake(int processor, double start) override;

  bool shares_cores(int processor) const override { return places_[index(processor)].pool != nullptr; }

  /// Keeps a processor that has slept on its former core; if that core is busy, moves it to an idle one, if any.
  void find_place(int processor, double time) override;

 private:
  struct Place {
    Pool* pool = nullptr;  ///< the cores that the processor shares; null: it has one of its own
    std::size_t core = 0;
  };
  static std::size_t index(int processor) { return static_cast<std::size_t>(processor); }

  const Platform& platform_;
  std::deque<Pool> pools_;
  std::vector<Place> places_;
  std::vector<Core> cores_;
  std::vector<double> pace_;
};

/// Times of fan-ins. In the fan-in to processor r, every other of the first `ranks` processors sends r a short message;
/// all start together after a rest. Each of them is the receiver once.
struct FanIns {
  int ranks = 0;
  std::vector<double> seconds;  ///< [r]: from the start until r has received all messages; the first receivers from 0
};

/// The median over several passes, for each receiver. Several passes are needed because other work on the machine
/// disturbs it for longer than one pass takes.
/// @param passes  at least one.
FanIns middle_of(const std::vector<FanIns>& passes);

/// The time until a sleeping processor runs after its message has arrived: the `wakeup_s` with which the replay of a
/// fan-in takes as long as the measured one. The median over the receivers, since one may have been disturbed.
/// @param speeds  with a network; its own `wakeup_s` is ignored.
/// @return        seconds, >= 0; 0 if the fan-ins are faster than a replay without wake-up, or there are none.
/// Cost: a hundred replays of each fan-in.
double fitted_wake(const document::Speeds& speeds, const FanIns& measured);

}  // namespace uneven::simulate
