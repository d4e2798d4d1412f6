// SPDX-License-Identifier: MIT
#include "machine/machine.hpp"

#include <hwloc.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <functional>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"

namespace uneven::machine {

namespace {

constexpr double microsecond = 1e-6;

std::optional<CpuQuota> quota_v1(const std::string& group) {
  double quota = 0, period = 0;
  std::ifstream(path_in(group, "cpu.cfs_quota_us")) >> quota;  // -1: no limit
  std::ifstream(path_in(group, "cpu.cfs_period_us")) >> period;
  if (quota > 0 && period > 0) return CpuQuota{quota / period, period * microsecond};
  return std::nullopt;
}

std::optional<CpuQuota> quota_v2(const std::string& group) {
  std::string quota;  // "max" or microseconds
  double period = 0;
  std::ifstream(path_in(group, "cpu.max")) >> quota >> period;
  if (period > 0 && quota != "max") return CpuQuota{std::stod(quota) / period, period * microsecond};
  return std::nullopt;
}

struct Topology {
  hwloc_topology_t handle = nullptr;
  Topology() {
    if (hwloc_topology_init(&handle) != 0 || hwloc_topology_load(handle) != 0)
      throw SystemError("hwloc cannot read the machine's topology");
  }
  Topology(const Topology&) = delete;
  Topology& operator=(const Topology&) = delete;
  ~Topology() { hwloc_topology_destroy(handle); }
};

/// Cores in the calling thread's affinity, by number of the first hardware thread.
std::vector<unsigned> core_numbers(hwloc_topology_t topology) {
  const std::unique_ptr<hwloc_bitmap_s, decltype(&hwloc_bitmap_free)> bound(hwloc_bitmap_alloc(), hwloc_bitmap_free);
  if (hwloc_get_cpubind(topology, bound.get(), HWLOC_CPUBIND_THREAD) != 0) hwloc_bitmap_fill(bound.get());
  std::vector<unsigned> numbers;
  for (hwloc_obj_t core = nullptr; (core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core));)
    if (hwloc_bitmap_intersects(core->cpuset, bound.get()))
      numbers.push_back(static_cast<unsigned>(hwloc_bitmap_first(core->complete_cpuset)));
  return numbers;
}

std::string cpu_model(hwloc_topology_t topology) {
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_PACKAGE, HWLOC_OBJ_MACHINE}) {
    const hwloc_obj_t object = hwloc_get_obj_by_type(topology, type, 0);
    const char* model = object ? hwloc_obj_get_info_by_name(object, "CPUModel") : nullptr;
    if (model && *model) return model;
  }
  utsname names{};
  uname(&names);
  return names.machine;
}

}  // namespace

std::optional<CpuQuota> cpu_quota(const std::string& root) {
  std::optional<CpuQuota> smallest;
  for_control_groups(root, "cpu", [&](const std::string& group, bool v2) {
    const auto quota = v2 ? quota_v2(group) : quota_v1(group);
    if (quota && (!smallest || quota->cores < smallest->cores)) smallest = quota;
  });
  return smallest;
}

Machine this_machine() {
  const Topology topology;
  Machine machine;
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  machine.host = host;
  machine.cpu = cpu_model(topology.handle);
  machine.core_numbers = core_numbers(topology.handle);
  machine.cores = std::max(1, static_cast<int>(machine.core_numbers.size()));
  std::ifstream("/proc/sys/kernel/random/boot_id") >> machine.kernel;
  machine.quota = cpu_quota();
  if (machine.quota) machine.cores = std::clamp(static_cast<int>(machine.quota->cores), 1, machine.cores);
  return machine;
}

namespace {

constexpr double watch_s = 0.06;
/// A longer time between two readings of the clock is a stop: longer than an interrupt, shorter than a quota's stop.
constexpr double stop_s = 3e-4;
/// Least part of a quota's typical stop; shorter stops were waits for a core that others used.
constexpr double about_as_long = 0.5;
/// Part of a core above which there is no quota: other work merely interfered.
constexpr double most_of_it = 0.85;

double clock_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Time-weighted median of the stops: stops at least this long take half of the time of all stops.
double length_of_most(std::vector<double> stops) {
  std::ranges::sort(stops, std::greater{});
  const double half = std::accumulate(stops.begin(), stops.end(), 0.0) / 2;
  double time = 0;
  for (const double stop : stops)
    if ((time += stop) >= half) return stop;
  return 0;
}

}  // namespace

std::optional<CpuQuota> felt_quota() {
  const double start = clock_time(), cpu_start = cpu_time();
  std::vector<double> stops;
  double now = start;
  while (now - start < watch_s) {
    const double before = now;
    now = clock_time();
    if (now - before > stop_s) stops.push_back(now - before);
  }
  const double cores = (cpu_time() - cpu_start) / (now - start);
  if (cores > most_of_it || stops.empty()) return std::nullopt;
  const double least = about_as_long * length_of_most(stops);
  const auto periods = std::ranges::count_if(stops, [&](double stop) { return stop >= least; });
  return CpuQuota{cores, (now - start) / static_cast<double>(periods)};
}

double cpu_time() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double cpu_seconds(const std::function<void()>& what) {
  const double start = cpu_time();
  what();
  return cpu_time() - start;
}

CpuTimes cpu_times(const std::string& root) {
  std::string label;
  double user = 0, nice = 0, system = 0, idle = 0, waiting = 0, interrupts = 0, soft_interrupts = 0, stolen = 0;
  std::ifstream file(path_in(root, "proc/stat"));
  if (!(file >> label >> user >> nice >> system >> idle >> waiting >> interrupts >> soft_interrupts >> stolen))
    return {};
  const auto ticks_per_s = static_cast<double>(sysconf(_SC_CLK_TCK));
  return {(user + nice + system + interrupts + soft_interrupts) / ticks_per_s, stolen / ticks_per_s};
}

double stolen_share(const CpuTimes& before, const CpuTimes& after) {
  const double used = after.used_s - before.used_s, stolen = after.stolen_s - before.stolen_s;
  return stolen > 0 ? stolen / (stolen + used) : 0;
}

#ifdef __x86_64__

bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
         __builtin_cpu_supports("bmi2");
}

bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}

#else

bool has_avx2() { return false; }
bool has_avx512() { return false; }

#endif

std::optional<std::string> better_blas_core(std::string_view chosen, bool avx2, bool avx512) {
  if (chosen != "Prescott" || !avx2) return std::nullopt;
  return avx512 ? "SkylakeX" : "Haswell";
}

}  // namespace uneven::machine
