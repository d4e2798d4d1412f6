#include "cluster/machine.hpp"

#include <hwloc.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <sstream>

#include "base/error.hpp"
#include "cluster/control_groups.hpp"

namespace uneven::cluster {
namespace {

namespace fs = std::filesystem;

constexpr double microsecond = 1e-6;

std::optional<CpuQuota> quota_v1(const fs::path& group) {
  double quota = 0, period = 0;
  std::ifstream(group / "cpu.cfs_quota_us") >> quota;  // -1: no limit
  std::ifstream(group / "cpu.cfs_period_us") >> period;
  if (quota > 0 && period > 0) return CpuQuota{quota / period, period * microsecond};
  return std::nullopt;
}

std::optional<CpuQuota> quota_v2(const fs::path& group) {
  std::string quota;  // "max" or microseconds
  double period = 0;
  std::ifstream(group / "cpu.max") >> quota >> period;
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

/// Of the calling thread's affinity.
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

std::optional<CpuQuota> cpu_quota(const fs::path& root) {
  std::optional<CpuQuota> smallest;
  for_control_groups(root, "cpu", [&](const fs::path& group, bool v2) {
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

}  // namespace uneven::cluster
