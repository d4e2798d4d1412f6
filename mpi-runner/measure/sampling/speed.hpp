// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"
#include "machine/machine.hpp"
#include "measure/kernels/kernel.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

/// The speed of this process's processor for a load while all other processors compute, too.
struct Speed {
  statistics::Estimate estimate;      ///< units per second
  statistics::Estimate per_cpu_time;  ///< units per second of CPU time
  std::int64_t repeats = 0;
  double cpu_share = 1;  ///< CPU time over elapsed time
};

/// A repeat: consecutive runs of a load.
struct Repeat {
  double runs = 0, elapsed_s = 0, cpu_s = 0;
};

/// One repeat after `settle_s` of work. It takes the longest of a tenth of a second, several times `settle_s`, and
/// `least_s`.
Repeat settled_repeat(const Load& load, double settle_s, double least_s = 0);

/// Common length of repeats, so that no process starts another run, or rests, while the slowest works. Collective.
/// @param elapsed_s  length of this process's last repeat.
double length_for_all(const comm::Communicator& comm, double elapsed_s);

/// The repeats of one size of work.
class Repeats {
 public:
  /// Adds a repeat. @param units  units of work in one run.
  void add(double units, const Repeat& done);
  void add(const Repeats& others);

  /// The speed; all repeats, at least one, have equal weight.
  Speed speed() const;

 private:
  std::vector<double> rates_, cpu_rates_;
  double elapsed_s_ = 0, cpu_s_ = 0;
};

/// Limits of a measurement.
struct Effort {
  double confidence;   ///< wanted relative half-width at every process
  double max_seconds;  ///< from now; see Enough
  double settle_s;     ///< work before each repeat, which uses up a rested process's burst under a CPU quota
};

/// Repeats a load in step with all processes until there are Enough. All repeats take about as long as the slowest,
/// which would be too fast if the others were done. The first repeat warms up and does not count.
/// Collective.
/// @param load  without a run at a process that has nothing to measure; it only keeps step.
Repeats measure_speed(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Load& load,
                      const Effort& effort);

/// The processors of this processor's model. They need the same CPU time for the same work, so pooling their values
/// reduces the error of each.
class Alike {
 public:
  /// Collective.
  Alike(const comm::Communicator& comm, const std::string& model);

  /// Midmean of the values of all processors of the model. Collective.
  double midmean(double mine) const;

  /// Best estimate of this processor's value among those of its model, see statistics::among_same_model(). Collective.
  /// @param mine  this processor's estimate; a mean of 0 means no measurement, and the others ignore it.
  double among(const statistics::Estimate& mine) const;

 private:
  const comm::Communicator& comm_;
  std::vector<std::size_t> ranks_;
};

/// Least number of repeats with a confidence interval.
inline constexpr int least_repeats = 2;

/// When something has been measured often enough: the one rule of measure-speeds. Exceptions: barriers and additions,
/// which take microseconds, are measured a fixed number of times, and a burst has a fixed number of messages. Bursts
/// are then repeated by this rule.
///
/// There are `least` repeats. After them the measurement ends as soon as one of these holds:
///   - the relative error of the mean is at most `confidence`;
///   - there are `most` repeats;
///   - `seconds` have passed since the measurement began;
///   - the user asked to stop; then `least_repeats` are enough, even where `least` is larger.
/// Ranks that measure in step end together: once the error is small enough at all of them, or one of the other
/// conditions holds at any.
struct Enough {
  int least = least_repeats;
  int most = std::numeric_limits<int>::max();
  double seconds = std::numeric_limits<double>::infinity();
  double confidence = 0;  ///< relative half-width; 0: the error does not count
};

/// A measurement that has begun.
class Measurement {
 public:
  explicit Measurement(const Enough& enough);

  double elapsed_s() const;

  /// Whether at any rank the seconds have passed or the user asked to stop. Collective.
  bool time_is_up(const comm::Communicator& comm) const;

  /// Whether the measurement may end.
  /// @param repeats         number of repeats so far.
  /// @param relative_error  relative error of their mean.
  bool enough(int repeats, double relative_error = std::numeric_limits<double>::infinity()) const;

  /// The same for ranks that measure in step. Collective.
  bool enough(const comm::Communicator& comm, int repeats,
              double relative_error = std::numeric_limits<double>::infinity()) const;

 private:
  bool known_well(int repeats, double relative_error) const;
  bool ended(int repeats) const;

  Enough enough_;
  double start_;
};

/// Measures a processor's speed at its usual share of the problem and, for a curve, at smaller and larger sizes. Passes
/// alternate with other measurements, because noise on a machine comes in periods, and must not look like an effect of
/// size.
class Sizes {
 public:
  /// @param load_of_scale  load of a part of the problem; scale 1 is the usual share. Without a run if there is nothing
  ///                       to measure. Made anew in each pass, since all sizes at once might need too much memory.
  /// @param effort         for the usual share over all `passes`; with a curve, each size gets a part of it.
  Sizes(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, std::function<Load(double)> load_of_scale,
        const Effort& effort, bool curve);

  static constexpr int passes = 3;

  /// Measures each size once more, unless a stop is requested. At least one pass must precede usual() and curve().
  /// Collective. Cost: for each size, a warm-up and at least `least_repeats` repeats.
  void pass();

  /// Speed at the usual share, pooled with processors of the same model. Collective.
  Speed usual(const Alike& alike) const { return probable(usual_size(), alike); }

  /// The curve of pooled speeds by size; empty if none is measured. Collective.
  std::vector<document::CurvePoint> curve(const Alike& alike) const;

 private:
  struct Size {
    double scale, units = 0, part_units = 0;
    Repeats repeats{};
  };

  void measure(Size& size);
  void first_pass();
  static Speed probable(const Size& size, const Alike& alike);
  const Size& usual_size() const;

  const comm::Communicator& comm_;
  const comm::WaitPolicy& wait_policy_;
  std::function<Load(double)> load_of_scale_;
  Effort effort_;
  bool has_curve_;
  std::vector<Size> sizes_;
};

/// For each machine with fewer cores than processors with quotas: its cores and those processors. Collective.
std::vector<document::SharedCores> shared_cores(const comm::Communicator& comm, const machine::Machine& machine);

/// Speed-ups of the k fastest processors of each machine while its others rest, over their speed while all compute. k
/// is three quarters of the machine's processors, three quarters of that, and so on down to 1. Runs with k alternate
/// with runs of all, so that noise on the machine is in both. The k processors work on the part of the problem that
/// they would then have. Collective.
///
/// @param load_of_scale  a processor's load; scale 1 is its usual share of the problem.
/// @param speed          speed of this processor, by which the fastest are chosen.
/// @param effort         its confidence is ignored.
/// @return               the machines with at least two processors.
std::vector<document::SharedMachine> measure_shared_machines(const comm::Communicator& comm,
                                                             const machine::Machine& machine,
                                                             const std::function<Load(double)>& load_of_scale,
                                                             double speed, const Effort& effort);

}  // namespace uneven::measure
