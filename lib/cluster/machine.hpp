#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace uneven::cluster {

/// The machine that this process runs on.
struct Machine {
  std::string host;  ///< as gethostname gives it
  std::string cpu;   ///< the processor's model, or the instruction set where the system does not say
  int cores = 1;     ///< physical cores that this process may use, at least 1
};

/// Cores: those of the calling thread's affinity, at most the whole cores of the control groups' quota; hardware
/// threads are not counted apart, as mpirun's slots.
/// @throws SystemError  if hwloc cannot read the machine.
/// Cost: some milliseconds.
Machine this_machine();

/// CPU time per time that the control groups (v1 and v2) of this process allow, or nothing if there is no limit: the
/// smallest quota / period on the way from its group to the root.
///
/// @param root  where /proc and /sys are; tests use another.
std::optional<double> cpu_quota(const std::filesystem::path& root = "/");

}  // namespace uneven::cluster
