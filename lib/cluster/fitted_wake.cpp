#include "cluster/fitted_wake.hpp"

#include <numeric>

#include "cluster/platform.hpp"
#include "cluster/replay.hpp"

namespace uneven::cluster {

namespace {

constexpr double short_message = 8;
constexpr double longest_wake = 1e-2;
constexpr int halvings = 20;
/// Of processors on the cores that they share.
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
  constexpr bool at_once = true, rested = true;
  const double seconds = std::accumulate(measured.seconds.begin(), measured.seconds.end(), 0.0);
  const auto replayed = [&](double wake) {
    speeds.network->wake_s = wake;
    const Platform platform = platform_of(speeds, at_once);
    const unsigned seeds = platform.shared_cores.empty() ? 1 : placements;
    double sum = 0;
    for (int root = 0; root < std::ssize(measured.seconds); ++root)
      for (unsigned seed = 0; seed < seeds; ++seed)
        sum += replay(fan_in(measured.ranks, speeds.processors.size(), root), platform, rested,
                      seed)[static_cast<std::size_t>(root)];
    return sum / seeds;
  };
  double low = 0, high = longest_wake;
  for (int halving = 0; halving < halvings; ++halving) {
    const double middle = (low + high) / 2;
    (replayed(middle) < seconds ? low : high) = middle;
  }
  return low;
}

}  // namespace uneven::cluster
