#include <ctime>

#include "cluster/machine.hpp"

namespace uneven::cluster {

namespace {

constexpr double watch_s = 0.06;
/// Between two looks at the clock: longer than an interrupt, shorter than the rest of a period without quota.
constexpr double stop_s = 3e-4;
/// Of a core; with more, others merely got in the way.
constexpr double most_of_it = 0.85;

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

std::optional<CpuQuota> felt_quota() {
  const double start = seconds(CLOCK_MONOTONIC), cpu_start = seconds(CLOCK_THREAD_CPUTIME_ID);
  int stops = 0;
  double now = start;
  while (now - start < watch_s) {
    const double before = now;
    now = seconds(CLOCK_MONOTONIC);
    stops += now - before > stop_s;
  }
  const double cores = (seconds(CLOCK_THREAD_CPUTIME_ID) - cpu_start) / (now - start);
  if (cores > most_of_it || stops == 0) return std::nullopt;
  return CpuQuota{cores, (now - start) / stops};
}

}  // namespace uneven::cluster
