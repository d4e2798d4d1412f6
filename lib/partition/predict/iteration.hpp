// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

/// What each processor does in `iterations` iterations of back-propagation as mpi-runner carries them out, in single
/// precision: chunks of samples, the sum of one chunk's outputs travelling while the next ones are computed; the sums
/// over the communication groups; and the few words on which all agree after each iteration.
///
/// @param plan    network, samples, collective, trees, columns and rectangles.
/// @param speeds  of all processors of the plan; work is CPU time at the share that their quotas leave.
/// @return        shape [N]; nothing for processors left out.
std::vector<std::vector<simulate::Step>> steps_of(const document::Partition& plan, const document::Speeds& speeds,
                                                  int iterations);

/// How long each processor is busy with an iteration, see simulate::busy_seconds(). Shape [N].
std::vector<double> busy_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds);

/// Seconds per iteration, of many, by replaying some.
/// @param speeds  with a network.
/// Cost: O(M log N) for the M messages of an iteration.
double replayed_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds);

}  // namespace uneven::partition
