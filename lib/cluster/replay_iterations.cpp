#include "cluster/replay_iterations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cluster/spell.hpp"

namespace uneven::cluster {

namespace {

double least_cpu_seconds(const Step& step, const Endpoint& endpoint) {
  switch (step.kind) {
    case Step::Kind::compute:
      return step.amount;
    case Step::Kind::send:
      return endpoint.sent_s + endpoint.sent_byte_s * step.amount;
    case Step::Kind::receive:
      return std::min(endpoint.message_s, endpoint.arrived_s);
  }
  return 0;
}

/// Of an iteration, by the quotas: the replay may be too short for a large one to be used up.
double least_seconds(const std::vector<std::vector<Step>>& iteration, const Platform& platform) {
  double least = 0;
  for (std::size_t p = 0; p < iteration.size(); ++p) {
    double work = 0;
    for (const Step& step : iteration[p]) work += least_cpu_seconds(step, platform.endpoints[p]);
    least = std::max(least, work / platform.endpoints[p].share);
  }
  return least;
}

}  // namespace

double replayed_seconds_per_iteration(const std::function<std::vector<std::vector<Step>>(int iterations)>& steps_of,
                                      const Platform& platform) {
  constexpr int warm = 2, least_counted = 4, most_counted = 256;
  constexpr double periods = 8;  // of a quota, within which its stops come by chance
  constexpr double spells = 20;
  constexpr bool rested = false;
  const auto seconds = [&](int iterations) { return std::ranges::max(replay(steps_of(iterations), platform, rested)); };
  double long_run = 0;
  for (const Endpoint& endpoint : platform.endpoints) {
    if (endpoint.share < 1) long_run = std::max(long_run, periods * endpoint.burst_s / endpoint.share);
    if (endpoint.spread > 0) long_run = std::max(long_run, spells * spell_s);
  }
  const double before = seconds(warm);
  if (before <= 0) return 0;
  if (before == std::numeric_limits<double>::infinity()) return before;
  const double enough = std::ceil(long_run / before * warm);
  const auto counted = static_cast<int>(std::clamp<double>(enough, least_counted, most_counted));
  return std::max(least_seconds(steps_of(1), platform), (seconds(warm + counted) - before) / counted);
}

}  // namespace uneven::cluster
