// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>

namespace uneven::machine {

/// Seconds that the calling thread has computed.
double cpu_time();

/// Those that it computes for `what`.
double cpu_seconds(const std::function<void()>& what);

/// CPU time of all cores of this machine since it was started.
struct CpuTimes {
  double used_s = 0;
  double stolen_s = 0;  ///< wanted, but given to other guests by the host of a virtual machine
};

/// @param root  where /proc is; tests use another.
/// @return      zeros where the system does not say.
CpuTimes cpu_times(const std::filesystem::path& root = "/");

/// Of the CPU time that this machine wanted between two looks, in [0, 1].
double stolen_share(const CpuTimes& before, const CpuTimes& after);

}  // namespace uneven::machine
