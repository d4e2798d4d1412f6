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

/// The speed of this process's processor for a load while all others compute too.
struct Speed {
  statistics::Estimate estimate;      ///< of units per second
  statistics::Estimate per_cpu_time;  ///< of units per second of CPU time
  std::int64_t repeats = 0;
  double cpu_share = 1;  ///< CPU time that it got, per time
};

/// Some runs of a load, one after the other.
struct Repeat {
  double runs = 0, elapsed_s = 0, cpu_s = 0;
};

/// About a tenth of a second of them, or several times as long as it takes to settle, or `least_s`.
Repeat settled_repeat(const Load& load, double settle_s, double least_s = 0);

/// Seconds that all are to repeat, so that none begins another run or rests while the slowest works. Collective.
/// @param elapsed_s  of this process's last repeat.
double length_for_all(const comm::Communicator& comm, double elapsed_s);

/// What repeats have shown of one size of work.
class Repeats {
 public:
  /// @param units  of work in one run.
  void add(double units, const Repeat& done);
  void add(const Repeats& others);

  /// Each repeat counts as much as another; there is one at least.
  Speed speed() const;

 private:
  std::vector<double> rates_, cpu_rates_;
  double elapsed_s_ = 0, cpu_s_ = 0;
};

/// How long to measure.
struct Effort {
  double confidence;   ///< wanted relative half-width at every process
  double max_seconds;  ///< from now; see Enough
  double settle_s;     ///< of work before each repeat, which spends what a CPU quota lets a rested process do at once
};

/// Repeats in step with all processes until there are Enough. All repeats take about as
/// long as that of the slowest: it would be too fast if the others had done. The first one warms up and is not counted.
/// Collective.
/// @param load  without a run at a process that has nothing to measure: it only keeps step.
Repeats measure_speed(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, const Load& load,
                      const Effort& effort);

}  // namespace uneven::measure
