// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "speeds/timed_pairs.hpp"

namespace uneven::measure {

/// Measures the gap of a host's card: seconds per byte that the card passes while all ranks of its host send long
/// messages at once to other hosts. The median over turns, of the median over repeats. Where the other hosts have fewer
/// ranks than this one, their cards or receivers may be what limits it. Collective.
///
/// @param turns           at least one.
/// @param gap_s_per_byte  g of a single sender, which determines how much is sent.
/// @param max_seconds     limit on the time of all turns; the first turn, and a few repeats of each, are always made.
/// @return                s/byte; the same at every process.
double measure_host_gap(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                        const std::vector<speeds::CardTurn>& turns, double gap_s_per_byte, double max_seconds);

}  // namespace uneven::measure
