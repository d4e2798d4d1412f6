#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <vector>

#include "cluster/cpu_time.hpp"
#include "cluster/machine.hpp"

namespace uneven::cluster {

namespace {

constexpr double watch_s = 0.06;
/// Between two looks at the clock: longer than an interrupt, shorter than the rest of a period without quota.
constexpr double stop_s = 3e-4;
/// Of a quota's stop: shorter ones were waits for a core that others held.
constexpr double about_as_long = 0.5;
/// Of a core; with more, others merely got in the way.
constexpr double most_of_it = 0.85;

double clock_time() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The length of which the stops that are at least as long make up half of the time that all stops take.
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

}  // namespace uneven::cluster
