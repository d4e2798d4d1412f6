// SPDX-License-Identifier: MIT
#include "simulate/shared_host/wakeup.hpp"

#include "simulate/platform.hpp"
#include "simulate/shared_host/cores.hpp"
#include "statistics/estimate.hpp"

namespace uneven::simulate {

namespace {

constexpr double short_message = 8;
constexpr double longest_wake = 1e-2;
constexpr int halvings = 20;
constexpr unsigned placements = 4;

std::vector<std::vector<Step>> fan_in(int ranks, std::size_t processors, int root) {
  std::vector<std::vector<Step>> steps(processors);
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank == root) continue;
    steps[static_cast<std::size_t>(rank)] = {{Step::Kind::send, short_message, root}};
    steps[static_cast<std::size_t>(root)].push_back({Step::Kind::receive, short_message, rank});
  }
  return steps;
}

}  // namespace

FanIns middle_of(const std::vector<FanIns>& passes) {
  FanIns middle = passes.front();
  for (std::size_t root = 0; root < middle.seconds.size(); ++root) {
    std::vector<double> seconds;
    for (const FanIns& pass : passes) seconds.push_back(pass.seconds[root]);
    middle.seconds[root] = statistics::median(seconds);
  }
  return middle;
}

double fitted_wake(const document::Speeds& speeds, const FanIns& measured) {
  Platform platform = platform_of(speeds, Messages::at_one_moment);
  std::vector<double> wakes;  // by root
  for (int root = 0; root < std::ssize(measured.seconds); ++root) {
    const auto index = static_cast<std::size_t>(root);
    const auto steps = fan_in(measured.ranks, speeds.processors.size(), root);
    double low = 0, high = longest_wake;
    for (int halving = 0; halving < halvings; ++halving) {
      const double middle = (low + high) / 2;
      platform.network.wakeup_s = middle;
      const double replayed = mean_end(steps, platform, index, 0, placements);
      (replayed < measured.seconds[index] ? low : high) = middle;
    }
    wakes.push_back(low);
  }
  return wakes.empty() ? 0 : statistics::median(wakes);
}

}  // namespace uneven::simulate
