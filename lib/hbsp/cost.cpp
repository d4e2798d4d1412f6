#include "hbsp/cost.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <string>

#include "base/error.hpp"

namespace uneven::hbsp {

void check_speeds(std::span<const double> speed) {
  if (speed.empty()) throw InputError("no processors; expected at least one speed");
  for (std::size_t i = 0; i < speed.size(); ++i) {
    if (std::isfinite(speed[i]) && speed[i] > 0) continue;
    throw InputError("processor " + std::to_string(i) + ": " + std::to_string(speed[i]) +
                     " is not a speed; expected a finite value > 0");
  }
}

std::vector<double> relative_speeds(std::span<const double> speed) {
  check_speeds(speed);
  const double slowest = *std::ranges::min_element(speed);
  std::vector<double> relative(speed.begin(), speed.end());
  for (double& s : relative) s /= slowest;
  if (!std::isfinite(std::accumulate(relative.begin(), relative.end(), 0.0)))
    throw InputError("the speeds differ by more than a double can hold");
  return relative;
}

double superstep_cost(const Machine& machine, const Superstep& step) {
  assert(step.work.size() == machine.speed.size() && step.traffic.size() == machine.speed.size());
  double slowest = 0;
  for (std::size_t i = 0; i < machine.speed.size(); ++i)
    slowest = std::max(slowest, step.work[i] / machine.speed[i] + machine.gap[i] * step.traffic[i]);
  return slowest + machine.barrier;
}

}  // namespace uneven::hbsp
