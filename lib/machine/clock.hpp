// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>

namespace uneven::machine {

/// CPU seconds of the calling thread so far.
double cpu_time();

/// CPU seconds of the calling thread in `what`.
double cpu_seconds(const std::function<void()>& what);

/// CPU time of all cores of this machine since it booted.
struct CpuTimes {
  double used_s = 0;
  double stolen_s = 0;  ///< steal time: wanted, but given to other virtual machines by the host
};

/// The CPU times now. @param root  folder that holds /proc; tests use another.
/// @return      zeros if the system does not tell.
CpuTimes cpu_times(const std::filesystem::path& root = "/");

/// Stolen part of the CPU time that this machine wanted between two readings, in [0, 1].
double stolen_share(const CpuTimes& before, const CpuTimes& after);

}  // namespace uneven::machine
