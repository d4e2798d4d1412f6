#include "cluster/among_fewer.hpp"

#include <algorithm>
#include <cmath>

namespace uneven::cluster {

namespace {

/// @param count  >= 1.
double times_speed(const document::SharedMachine& machine, std::int64_t count) {
  document::Fewer above{std::ssize(machine.processors), 1};
  for (const document::Fewer& below : machine.fewer) {
    if (count > below.processors) {
      const auto log_of = [](std::int64_t number) { return std::log(static_cast<double>(number)); };
      const double position =
          (log_of(above.processors) - log_of(count)) / (log_of(above.processors) - log_of(below.processors));
      return above.times_speed + position * (below.times_speed - above.times_speed);
    }
    above = below;
  }
  return above.times_speed;
}

void speed_up(document::MeasuredProcessor& processor, double times) {
  processor.speed *= times;
  for (auto& point : processor.curve) point.speed *= times;
  if (processor.sample_s) *processor.sample_s /= times;
}

}  // namespace

document::Speeds among_fewer(document::Speeds speeds, const std::vector<std::int64_t>& working) {
  std::vector<bool> works(speeds.processors.size());
  for (const std::int64_t processor : working) works[static_cast<std::size_t>(processor)] = true;
  const auto rests = [&](std::int64_t processor) { return !works[static_cast<std::size_t>(processor)]; };
  for (const document::SharedMachine& machine : speeds.shared_machines) {
    std::vector<std::int64_t> here = machine.processors;
    std::erase_if(here, rests);
    if (here.size() == machine.processors.size() || here.empty()) continue;
    const double times = times_speed(machine, std::ssize(here));
    for (const std::int64_t processor : here) speed_up(speeds.processors[static_cast<std::size_t>(processor)], times);
  }
  return speeds;
}

}  // namespace uneven::cluster
