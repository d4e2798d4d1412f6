// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "trace/trace.hpp"

namespace uneven::comm {

/// Begins to record the phases of this process. The times of all processes count from a common moment, at which their
/// clocks are compared: to some microseconds at the start, and as good as clocks keep time afterwards.
/// Collective.
void start_trace(const Communicator& world, const WaitPolicy& wait_policy);

/// The recorder of this process; null without a trace.
trace::Recorder* recorder();

/// By the clock of the records, which std::chrono::steady_clock is.
double trace_now();

/// Adds a phase if there is a trace. @param begin_s, end_s  by MPI_Wtime().
void record(trace::Phase phase, double begin_s, double end_s, std::int64_t first = -1, std::int64_t count = -1);

/// Rank 0 writes what all did, rank by rank; a file that cannot be written is noted. Collective.
/// @param note  for the user.
void write_trace(const Communicator& world, const std::string& host, const std::string& path,
                 const std::function<void(const std::string&)>& note);

}  // namespace uneven::comm
