// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/schedule.hpp"
#include "simulate/pricing.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

/// What the operations of each processor cost it in an iteration, shape [p]: its work in CPU seconds, and additions.
/// @param parts  of all processors; must outlive the costs. One without operations has none.
std::vector<simulate::Costs> costs_of(const document::Partition& plan, const document::Speeds& speeds,
                                      const std::vector<Part>& parts);

/// The steps of each processor in `iterations` iterations of back-propagation, as mpi-runner performs them in single
/// precision: the chunks of samples, where the sum of one chunk's outputs travels while the next chunks are computed;
/// the sums over the communication groups; and the agreement of all processors after each iteration.
///
/// @param plan    read are network, samples, collective, trees, columns and rectangles.
/// @param speeds  of all processors of the plan. Work counts as CPU time at the share that its quota leaves.
/// @return        shape [N]; no steps for processors left out.
std::vector<std::vector<simulate::Step>> steps_of(const document::Partition& plan, const document::Speeds& speeds,
                                                  int iterations);

/// Busy time of each processor in one iteration, in s, see simulate::busy_seconds(). Shape [N].
std::vector<double> busy_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds);

/// Seconds per iteration in the long run, from replays of some iterations.
/// @param speeds  with a network.
/// Cost: O(M log N) for the M messages of an iteration.
double replayed_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds);

}  // namespace uneven::partition
