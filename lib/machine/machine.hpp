// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace uneven::machine {

/// A limit on the CPU time of a control group.
struct CpuQuota {
  double cores = 1;     ///< CPU seconds per second
  double period_s = 0;  ///< the group may use cores * period_s CPU seconds in each period, at any speed
};

/// The machine that this process runs on.
struct Machine {
  std::string host;                    ///< as gethostname gives it
  std::string cpu;                     ///< the processor's model, or its instruction set if the system does not tell
  int cores = 1;                       ///< physical cores that this process may use, at least 1
  std::vector<unsigned> core_numbers;  ///< by core in its affinity, also beyond the quota: its first hardware thread
  std::string kernel;  ///< identifies the running system; containers of one machine share it; empty: unknown
  std::optional<CpuQuota> quota;
};

/// The machine that this process runs on. `cores` is the number of cores in the calling thread's affinity, at most the
/// whole cores of the control groups' quota. Hardware threads of a core count once, like mpirun's slots.
/// @throws SystemError  if hwloc cannot read the machine.
/// Cost: some milliseconds.
Machine this_machine();

/// The CPU limit set by the control groups (v1 and v2) of this process: the least number of cores among its group and
/// the groups above it. Nothing if there is no limit.
///
/// @param root  folder that holds /proc and /sys; tests use another.
std::optional<CpuQuota> cpu_quota(const std::filesystem::path& root = "/");

/// The CPU limit that this thread feels, from any cause; containers often cannot see the groups that bind them. Found
/// from the stops of a busy loop. Nothing if the thread gets most of a core.
/// Cost: 60 ms of busy loop.
std::optional<CpuQuota> felt_quota();

}  // namespace uneven::machine
