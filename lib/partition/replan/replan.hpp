// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"

namespace uneven::partition {

/// Progress of a run after an iteration, as the first processor of the plan knows it.
struct RunProgress {
  const document::Partition& plan;       ///< the present plan; every processor has a rectangle
  const std::vector<int>& ranks;         ///< by processor: its rank in the run's first plan
  const std::vector<double>& compute_s;  ///< compute seconds in all iterations with this plan, by processor
  std::size_t iterations;                ///< iterations that compute_s counts
  std::int64_t done;                     ///< iterations of the whole run
  double seconds;                        ///< since the run began
};

/// A processor that computes longer than planned.
struct Drift {
  std::int64_t processor = 0;
  double slowdown = 1;  ///< its seconds over its planned seconds, divided by the same ratio of the others
  bool off() const;     ///< whether slowdown is above 1.2
};

/// The processor farthest behind its plan, with the greatest slowdown; ties go to the lowest number.
///
/// The ratio of the others is the median over all processors. With measured speeds it is at least 1: under a CPU quota,
/// processors that wait a lot compute faster than when measured, and that does not make another processor slow.
///
/// @param plan       every processor has a rectangle.
/// @param compute_s  compute seconds of one iteration, each > 0. Shape [processors].
/// Cost: O(N).
Drift farthest_behind(const document::Partition& plan, const std::vector<double>& compute_s);

/// The same for known slowdowns, see NewPlan::times. Shape [processors].
Drift farthest_behind(const std::vector<double>& times);

/// A plan for the speeds that a run showed.
struct NewPlan {
  document::Partition plan;
  double saved_s = 0;         ///< predicted saving per iteration
  std::vector<double> times;  ///< by processor: its slowdown against the previous plan, see Drift
};

/// Bounds on the speed of a processor, learnt in a run.
struct SpeedBounds {
  double most = 0;   ///< greatest speed that a new plan may give it
  double usual = 1;  ///< slowdown that a new plan did not improve, >= 1
  double first = 0;  ///< its speed in the run's first plan
};

/// Shares the same work by the speeds that a run showed, in as many columns as before. If seconds can be predicted, the
/// plan is made by seconds, where a slow processor's messages are slow, too. If not, a plan balanced for time stays.
/// Any other plan keeps its order and collectives, so that the messages stay about the same. It keeps whole vectors of
/// hidden units if it had them, unless a processor would get none.
///
/// A speed is lowered if the slowdown, over the processor's `usual`, is above 1.2; above 1.1 if the present plan
/// already gives it less than its first speed. A speed is raised only if the processor's ratio is below the median by a
/// factor of 1.5, and at most to `most`: it may only have had less to do than its quota allows.
///
/// @param plan       every processor has a rectangle.
/// @param compute_s  compute seconds of one iteration, each > 0. Shape [processors].
/// @param bounds    shape [processors].
/// @return           without candidates; may leave processors out. The same plan if no other can be much faster.
NewPlan replan(const document::Partition& plan, const std::vector<double>& compute_s,
               const std::vector<SpeedBounds>& bounds);

/// Whether a new plan pays: in the iterations left it saves more than `move_s`, the cost of the move, and per iteration
/// it saves more than the noise, 5 % of `iteration_s`.
bool pays(double saved_s, double iteration_s, std::int64_t iterations_left, double move_s);

/// The plan without its left-out processors; the others are renumbered in the same order.
document::Partition without_left_out(document::Partition plan);

}  // namespace uneven::partition
