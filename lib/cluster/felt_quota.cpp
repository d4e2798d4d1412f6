#include <chrono>

#include "cluster/cpu_time.hpp"
#include "cluster/machine.hpp"

namespace uneven::cluster {

namespace {

constexpr double watch_s = 0.06;
/// Between two looks at the clock: longer than an interrupt, shorter than the rest of a period without quota.
constexpr double stop_s = 3e-4;
/// Of a core; with more, others merely got in the way.
constexpr double most_of_it = 0.85;

double clock_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::optional<CpuQuota> felt_quota() {
  const double start = clock_time(), cpu_start = cpu_time();
  int stops = 0;
  double now = start;
  while (now - start < watch_s) {
    const double before = now;
    now = clock_time();
    stops += now - before > stop_s;
  }
  const double cores = (cpu_time() - cpu_start) / (now - start);
  if (cores > most_of_it || stops == 0) return std::nullopt;
  return CpuQuota{cores, (now - start) / stops};
}

}  // namespace uneven::cluster
