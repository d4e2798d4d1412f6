// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
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
std::optional<CpuQuota> cpu_quota(const std::string& root = "/");

/// The CPU limit that this thread feels, from any cause; containers often cannot see the groups that bind them. Found
/// from the stops of a busy loop. Nothing if the thread gets most of a core.
/// Cost: 60 ms of busy loop.
std::optional<CpuQuota> felt_quota();

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
CpuTimes cpu_times(const std::string& root = "/");

/// Stolen part of the CPU time that this machine wanted between two readings, in [0, 1].
double stolen_share(const CpuTimes& before, const CpuTimes& after);

/// Whether this processor can run the kernels compiled for AVX2, or AVX-512, with all extensions of their compiler
/// options.
bool has_avx2();
bool has_avx512();

/// A better core for OpenBLAS, which takes a processor newer than itself for a Prescott and then computes without AVX.
/// @param chosen  OpenBLAS's own choice, from openblas_get_corename().
/// @return        for OPENBLAS_CORETYPE, a core with kernels that the processor can run; nothing if the choice is good.
std::optional<std::string> better_blas_core(std::string_view chosen, bool avx2, bool avx512);

/// Calls `use` for each control group (v1 and v2) that applies a controller to this process, from its own group up to
/// the root, with the group's folder and whether it is of version 2.
///
/// @param root        folder that holds /proc and /sys; tests use another.
/// @param controller  cpu or memory.
void for_control_groups(const std::string& root, const std::string& controller,
                        const std::function<void(const std::string& group, bool v2)>& use);

/// Bytes that the processes of this host can still allocate together: the least of the system's memory available
/// without swapping and of each control group's limit less its use that cannot be reclaimed. Infinite if unknown.
///
/// @param root  folder that holds /proc and /sys; tests use another.
double free_host_memory(const std::string& root = "/");

/// Bytes that this process can still allocate: its limit of address space (ulimit -v) less its size.
double free_address_space();

/// "12.3 GB"
std::string gigabytes(double bytes);

/// Requires that `needed` bytes are at most `free`; otherwise the message tells both numbers.
///
/// @param whose  subject and verb of the message: "the parts of this host need".
/// @throws SystemError
void require_free(const std::string& whose, double needed, double free, const std::string& where = "free");

/// Requires memory for the job document and the launcher of `ranks` ranks. @throws SystemError
void require_room_for_ranks(std::size_t ranks);

/// The stream sockets of this process that carry MPI's messages to and from other hosts. MPI does not name them, so
/// they are searched among the open files, at the first wait and later. Sockets with the congestion control BBR are
/// switched away from it, because sums are slow with it.
class Sockets {
 public:
  Sockets();
  Sockets(const Sockets&) = delete;
  ~Sockets();

  /// Sleeps in the kernel until data arrives, a full socket has room again, or `longest` has passed, at most 0.1 s.
  /// Returns at once if data arrived, or room appeared, since the last call.
  /// @return  false if the time has passed.
  ///
  /// First acknowledges what has arrived: a sender may hold back the short rest of a message until then, and the kernel
  /// may delay its acknowledgement by 40 ms. Cost: three system calls and one for each socket. A search for new sockets
  /// takes three more for each open file; it runs after a file was opened, and every 0.1 s without data.
  bool wait(std::chrono::nanoseconds longest);

 private:
  void look();
  void acknowledge() const;
  int lowest_free() const;

  int epoll_;
  std::vector<int> files_;
  int next_file_ = -1;  ///< lowest_free() at the last search
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace uneven::machine
