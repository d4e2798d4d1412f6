// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"

namespace uneven::partition {

/// What the first processor of a plan knows of a run after an iteration.
struct RunProgress {
  const document::Partition& plan;       ///< that is followed; every processor has a rectangle
  const std::vector<int>& ranks;         ///< of its processors, in the run's first plan
  const std::vector<double>& compute_s;  ///< of the iterations with this plan, by processor
  std::size_t iterations;                ///< that compute_s counts
  std::int64_t done;                     ///< of the whole run
  double seconds;                        ///< since the run began
};

/// A processor whose part takes longer than the plan has it.
struct Drift {
  std::int64_t processor = 0;
  double slowdown = 1;  ///< its seconds over those planned, divided by those of the others
  bool off() const;     ///< by more than 20 %
};

/// The processor that is farthest behind its plan; the lowest of equals.
///
/// The others' multiple is the median of theirs. Where the plan's speeds were measured it counts as 1 at least: under a
/// CPU quota, processors that wait a lot compute faster than when measured, and that makes no other slow.
///
/// @param plan       every processor has a rectangle.
/// @param compute_s  of one iteration, by processor, each > 0. Shape [processors].
/// Cost: O(N).
Drift farthest_behind(const document::Partition& plan, const std::vector<double>& compute_s);

/// The same where their multiples are known, see NewPlan. Shape [processors].
Drift farthest_behind(const std::vector<double>& times);

/// A plan for what the processors turned out to be.
struct NewPlan {
  document::Partition plan;
  double saved_s = 0;         ///< of one iteration
  std::vector<double> times;  ///< each one's seconds over those planned before, as a multiple of the others'
};

/// What a run has learnt of a processor.
struct SpeedBounds {
  double most = 0;   ///< speed up to which it may seem faster
  double usual = 1;  ///< its seconds over those planned, beside the others', that no new plan helps with, >= 1
  double first = 0;  ///< speed of the run's first plan
};

/// Shares the same work by the speeds that a run showed, in as many columns as the plan has. A plan that tells how long
/// messages take is made anew by seconds, where messages of slow processors take longer, too; without that, one that is
/// balanced for time stays. Another one keeps its order and collectives, so that what is sent stays about the same, and
/// has whole vectors of hidden units if it had such and all get some.
///
/// Speeds within 20 % of the plan's are left as they are, or within 20 % of what is usual for them; within 10 % those
/// of processors that are planned with less than at first. A processor that seems faster is believed only if it is so
/// by half, beside the others, and up to `most`: it may just have had less to do than its quota allows.
///
/// @param plan       every processor has a rectangle.
/// @param compute_s  of one iteration, by processor, each > 0. Shape [processors].
/// @param bounds    shape [processors].
/// @return           without candidates; may leave processors out. The plan itself where none promises more.
NewPlan replan(const document::Partition& plan, const std::vector<double>& compute_s,
               const std::vector<SpeedBounds>& bounds);

/// Whether a new plan is worth its move: it saves more than that costs, and more than the noise of `iteration_s`.
bool pays(double saved_s, double iteration_s, std::int64_t iterations_left, double move_s);

/// The plan without the processors that it leaves out: the others are numbered anew, in the same order.
document::Partition without_left_out(document::Partition plan);

}  // namespace uneven::partition
