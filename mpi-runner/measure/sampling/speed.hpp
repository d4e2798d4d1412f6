// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"
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

}  // namespace uneven::measure
