#include "cluster/fitted_wake.hpp"

#include <numeric>

#include "cluster/platform.hpp"
#include "cluster/replay_placements.hpp"

namespace uneven::cluster {

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

double fitted_wake(document::Speeds speeds, const FanIns& measured) {
  constexpr bool at_once = true;
  std::vector<std::vector<std::vector<Step>>> fan_ins;  // by root
  for (int root = 0; root < std::ssize(measured.seconds); ++root)
    fan_ins.push_back(fan_in(measured.ranks, speeds.processors.size(), root));
  const double seconds = std::accumulate(measured.seconds.begin(), measured.seconds.end(), 0.0);
  const auto replayed = [&](double wake) {
    speeds.network->wake_s = wake;
    const Platform platform = platform_of(speeds, at_once);
    double sum = 0;
    for (std::size_t root = 0; root < fan_ins.size(); ++root)
      sum += mean_end(fan_ins[root], platform, root, 0, placements);
    return sum;
  };
  double low = 0, high = longest_wake;
  for (int halving = 0; halving < halvings; ++halving) {
    const double middle = (low + high) / 2;
    (replayed(middle) < seconds ? low : high) = middle;
  }
  return low;
}

}  // namespace uneven::cluster
