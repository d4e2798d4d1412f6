#include "reduction/prediction.hpp"

#include <algorithm>

#include "cluster/platform.hpp"
#include "cluster/replay.hpp"
#include "reduction/measured.hpp"

namespace uneven::reduction {

namespace {

/// Nobody knows on which of the cores that they share processors find themselves: predictions are means of so many.
constexpr unsigned placements = 4;

/// Time from one piece to the next: of the busiest processor, or of the messages, which go one after the other.
double pace(const document::ReductionTree& tree) {
  double slowest = tree.processors.size() > 1 ? tree.transfer : 0;
  for (const auto& node : tree.processors) {
    const double time = tree.operation_times.empty() ? tree.compute : tree.operation_times[node.processor];
    slowest = std::max(slowest, static_cast<double>(node.operations) * time);
  }
  return slowest;
}

double replayed_seconds(const document::ReductionTree& tree, std::int64_t elements, const document::Speeds& speeds) {
  using cluster::Step;
  constexpr double element_bytes = 8;
  const auto additions = addition_times(speeds);
  const std::int64_t piece = (elements + tree.segments - 1) / tree.segments;
  std::vector<std::vector<Step>> steps(speeds.processors.size());
  std::size_t root = 0;
  for (const auto& node : tree.processors) {
    const auto me = static_cast<std::size_t>(node.processor);
    auto& mine = steps[me];
    const double addition = additions[me];
    if (node.items.count > 1)
      mine.push_back({Step::Kind::compute, static_cast<double>((node.items.count - 1) * elements) * addition, -1});
    for (std::int64_t first = 0; first < elements; first += piece) {
      const auto length = static_cast<double>(std::min(piece, elements - first));
      for (const auto child : node.children) {
        mine.push_back({Step::Kind::receive, element_bytes * length, static_cast<int>(child)});
        mine.push_back({Step::Kind::compute, length * addition, -1});
      }
      if (node.parent) mine.push_back({Step::Kind::send, element_bytes * length, static_cast<int>(*node.parent)});
    }
    if (!node.parent) root = me;
  }
  constexpr bool at_once = true, rested = true;
  const auto platform = cluster::platform_of(speeds, at_once);
  const unsigned seeds = platform.shared_cores.empty() ? 1 : placements;
  double sum = 0;
  for (unsigned seed = 0; seed < seeds; ++seed) sum += cluster::replay(steps, platform, rested, seed)[root];
  return sum / seeds;
}

}  // namespace

std::vector<double> addition_times(const document::Speeds& speeds) {
  const double addition = *speeds.operation_s_per_element;
  std::vector<double> speed;
  bool shared = false;
  for (const auto& processor : speeds.processors) {
    speed.push_back(processor.speed);
    shared = shared || processor.cpu_share;
  }
  const auto times = shared ? std::vector<double>{} : operation_times(speed, addition);
  return times.empty() ? std::vector<double>(speed.size(), addition) : times;
}

double predicted_seconds(const document::ReductionTree& tree, std::int64_t elements, const document::Speeds& speeds) {
  if (std::ssize(tree.processors) <= most_replayed) return replayed_seconds(tree, elements, speeds);
  return tree.finish + static_cast<double>(tree.segments - 1) * pace(tree);
}

}  // namespace uneven::reduction
