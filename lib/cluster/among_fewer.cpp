#include "cluster/among_fewer.hpp"

#include <algorithm>

#include "cluster/speed_at.hpp"

namespace uneven::cluster {

namespace {

double times_speed(const document::SharedMachine& machine, std::size_t count) {
  std::vector<document::CurvePoint> curve{{static_cast<double>(machine.processors.size()), 1}};
  for (const auto& [processors, times] : machine.fewer) curve.push_back({static_cast<double>(processors), times});
  std::ranges::reverse(curve);
  return speed_on(curve, static_cast<double>(count));
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
    const double times = times_speed(machine, here.size());
    for (const std::int64_t processor : here) speed_up(speeds.processors[static_cast<std::size_t>(processor)], times);
  }
  return speeds;
}

}  // namespace uneven::cluster
