// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace uneven::machine {

/// A limit on the CPU time of a control group.
struct CpuQuota {
  double cores = 1;     ///< CPU time per time
  double period_s = 0;  ///< each period has its share, which may be used at once
};

/// The machine that this process runs on.
struct Machine {
  std::string host;                    ///< as gethostname gives it
  std::string cpu;                     ///< the processor's model, or the instruction set where the system does not say
  int cores = 1;                       ///< physical cores that this process may use, at least 1
  std::vector<unsigned> core_numbers;  ///< of the same without its quota: the system's of their first hardware threads
  std::string kernel;  ///< names the system that runs, which containers of one machine share; empty if it does not say
  std::optional<CpuQuota> quota;
};

/// Cores: those of the calling thread's affinity, at most the whole cores of the control groups' quota; hardware
/// threads are not counted apart, as mpirun's slots.
/// @throws SystemError  if hwloc cannot read the machine.
/// Cost: some milliseconds.
Machine this_machine();

/// The limit that the control groups (v1 and v2) of this process set, or nothing if there is none: the least number of
/// cores on the way from its group to the root.
///
/// @param root  where /proc and /sys are; tests use another.
std::optional<CpuQuota> cpu_quota(const std::filesystem::path& root = "/");

/// The limit that this thread runs into, whoever sets it: containers often do not see the groups that bind them.
/// Nothing if it gets most of a core.
/// Cost: 60 ms of looking at the clock.
std::optional<CpuQuota> felt_quota();

}  // namespace uneven::machine
