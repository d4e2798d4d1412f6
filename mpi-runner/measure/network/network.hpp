// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/speeds.hpp"

namespace uneven::measure {

/// After which a link that has passed so many bytes can pass as many in a burst again, and whoever waits has fallen
/// asleep.
std::chrono::duration<double> rest_of_links(double bytes, double gap_s_per_byte);

/// Latency and seconds per byte from ping-pongs between pairs of processes, one pair at a time: all pairs up to 16
/// processes, beyond that each with its neighbour and with the one half-way round, of up to 80 processes. The latency
/// is the median time of the shortest messages; a line from there is fitted to the median times of all sizes and pairs.
/// Where a link that has rested passes a burst, the seconds per byte are those beyond it. Messages are waited for as
/// the executors wait. Between at least two processes. Collective.
/// @param max_seconds  for the repeats of ping-pongs, all in all. A few of each are made in any case, 1 MiB long at the
///                     most, and bursts after a rest between eight pairs.
/// @return  the same at every process.
document::NetworkSpeeds measure_network(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                                        double max_seconds);

}  // namespace uneven::measure
