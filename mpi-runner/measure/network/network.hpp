// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"

namespace uneven::measure {

/// Rest after which a link that has passed `bytes` can pass as many in a burst again, and waiting processes sleep.
std::chrono::duration<double> rest_of_links(double bytes, double gap_s_per_byte);

/// Measures latency and gap of the network by ping-pongs between pairs of processes, one pair at a time. Up to 16
/// processes, all pairs; beyond, of up to 80 processes, each with its neighbour and with the process half-way round.
/// The latency is the median time of the shortest messages; the gap is the slope of a line from there, fitted to the
/// median times of all sizes and pairs. If a rested link passes a burst, the gap is that beyond the burst. Processes
/// wait as in the executors. Needs at least two processes. Collective.
/// @param max_seconds  limit on the time of repeated ping-pongs. A few of each size, up to 1 MiB, are always made, and
///                     bursts after a rest between eight pairs.
/// @return  the same at every process.
document::NetworkSpeeds measure_network(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                        double max_seconds);

}  // namespace uneven::measure
