#include "speeds/among_fewer.hpp"

#include <algorithm>
#include <cmath>

#include "speeds/curve.hpp"

namespace uneven::speeds {

namespace {

double speedup(const document::SharedMachine& machine, std::size_t count) {
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

/// Of the turns of each of so many processors on so many cores, those before which another one had its core.
double after_others(std::size_t processors, std::int64_t cores) {
  return std::max(0.0, 1 - static_cast<double>(cores) / static_cast<double>(processors));
}

/// A message after work as one right after another, but for so many times what it takes longer.
void warm_up(document::MeasuredProcessor& processor, double times) {
  if (!processor.message_s || !processor.cold_message_s) return;
  *processor.cold_message_s = std::lerp(*processor.message_s, *processor.cold_message_s, times);
}

}  // namespace

document::Speeds among_fewer(document::Speeds speeds, const std::vector<std::int64_t>& working) {
  std::vector<bool> works(speeds.processors.size());
  for (const std::int64_t processor : working) works[static_cast<std::size_t>(processor)] = true;
  const auto rests = [&](std::int64_t processor) { return !works[static_cast<std::size_t>(processor)]; };
  const auto working_of = [&](std::vector<std::int64_t> processors) {
    std::erase_if(processors, rests);
    return processors;
  };
  for (const document::SharedMachine& machine : speeds.shared_machines) {
    const auto here = working_of(machine.processors);
    if (here.size() == machine.processors.size() || here.empty()) continue;
    const double times = speedup(machine, here.size());
    for (const std::int64_t processor : here) speed_up(speeds.processors[static_cast<std::size_t>(processor)], times);
  }
  for (const document::SharedCores& shared : speeds.shared_cores) {
    const auto here = working_of(shared.processors);
    const double all = after_others(shared.processors.size(), shared.cores);
    if (all == 0 || here.empty()) continue;
    const double times = after_others(here.size(), shared.cores) / all;
    for (const std::int64_t processor : here) warm_up(speeds.processors[static_cast<std::size_t>(processor)], times);
  }
  return speeds;
}

}  // namespace uneven::speeds
