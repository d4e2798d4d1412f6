// SPDX-License-Identifier: MIT
#include "simulate/iterations.hpp"

#include <algorithm>
#include <cmath>

#include "simulate/platform.hpp"
#include "simulate/shared_host/cores.hpp"

namespace uneven::simulate {

namespace {

/// Lower bound on the seconds of an iteration: the largest busy time under the quotas if no receive has to wait. The
/// replay alone may be too short to use up a large quota.
double least_seconds(const std::vector<std::vector<Step>>& iteration, const Platform& platform) {
  Platform cheapest = platform;
  for (Endpoint& endpoint : cheapest.endpoints) {
    endpoint.message_s = std::min(endpoint.message_s, endpoint.recv_overhead_s);
    endpoint.byte_s = 0;
  }
  return std::ranges::max(busy_seconds(iteration, cheapest));
}

}  // namespace

double replayed_seconds_per_iteration(const std::function<std::vector<std::vector<Step>>(int iterations)>& steps_of,
                                      const Platform& platform) {
  constexpr int warm = 2, least_counted = 4, most_counted = 256;
  constexpr double periods = 8;  // of the longest quota, since the times of its stops are chance
  constexpr double noise_periods = 20;
  constexpr bool rested = false;
  const auto seconds = [&](int iterations) { return std::ranges::max(replay(steps_of(iterations), platform, rested)); };
  double long_run = 0;
  for (const Endpoint& endpoint : platform.endpoints) {
    if (endpoint.share < 1) long_run = std::max(long_run, periods * endpoint.burst_s / endpoint.share);
    if (endpoint.spread > 0) long_run = std::max(long_run, noise_periods * noise_s);
  }
  const double before = seconds(warm);
  if (before <= 0) return 0;
  if (before == never) return never;
  const double enough = std::ceil(long_run / before * warm);
  const auto counted = static_cast<int>(std::clamp<double>(enough, least_counted, most_counted));
  return std::max(least_seconds(steps_of(1), platform), (seconds(warm + counted) - before) / counted);
}

namespace {

double cpu_seconds(const Step& step, const Endpoint& endpoint) {
  switch (step.kind) {
    case Step::Kind::compute:
      return step.amount;
    case Step::Kind::send:
      return endpoint.send_overhead_s + endpoint.sent_byte_s * step.amount;
    case Step::Kind::receive:
      return endpoint.message_s + endpoint.byte_s * step.amount;
  }
  return 0;
}

}  // namespace

std::vector<double> busy_seconds(const std::vector<std::vector<Step>>& steps, const Platform& platform) {
  std::vector<double> seconds;
  for (std::size_t p = 0; p < steps.size(); ++p) {
    const Endpoint& endpoint = platform.endpoints[p];
    double cpu_s = 0;
    AfterWork after_work;
    for (const Step& step : steps[p]) {
      cpu_s += cpu_seconds(step, endpoint);
      if (step.kind == Step::Kind::compute)
        after_work.work(step.amount);
      else
        cpu_s += after_work.message(endpoint);
    }
    seconds.push_back(cpu_s / endpoint.share);
  }
  return seconds;
}

}  // namespace uneven::simulate
