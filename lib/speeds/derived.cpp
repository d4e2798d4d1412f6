// SPDX-License-Identifier: MIT
#include "speeds/derived.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace uneven::speeds {

double speed_on(std::span<const document::CurvePoint> curve, double units) {
  const auto above =
      std::find_if(curve.begin(), curve.end(), [&](const document::CurvePoint& point) { return point.units >= units; });
  if (above == curve.begin()) return above->speed;
  if (above == curve.end()) return curve.back().speed;
  const auto below = above - 1;
  const double position = std::log(units / below->units) / std::log(above->units / below->units);
  return below->speed + position * (above->speed - below->speed);
}

double speed_at(const document::MeasuredProcessor& processor, double units) {
  return processor.curve.empty() ? processor.speed : speed_on(processor.curve, units);
}

document::Speeds speeds_from_report(const document::Report& report) {
  document::Speeds speeds;
  speeds.kernel = report.kernel;
  speeds.kernel_options = report.kernel_options;
  speeds.unit = report.unit;
  for (std::size_t i = 0; i < report.processors.size(); ++i) {
    const document::RankReport& p = report.processors[i];
    if (!(p.work > 0 && p.compute_s > 0))
      throw InputError("/processors/" + std::to_string(i) +
                       ": did no work, so its speed is unknown; expected work and compute_s > 0");
    document::MeasuredProcessor measured;
    measured.rank = static_cast<std::int64_t>(i);
    if (!p.host.empty()) measured.host = p.host;
    if (!p.cpu.empty()) measured.cpu = p.cpu;
    measured.speed = p.work / p.compute_s;
    if (!std::isnormal(measured.speed))
      throw InputError("/processors/" + std::to_string(i) +
                       ": work / compute_s is out of the range of numbers; expected a speed");
    speeds.processors.push_back(measured);
  }
  return speeds;
}

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

/// Fraction of a processor's turns that follow another processor's turn, if `processors` share `cores`.
double after_others(std::size_t processors, std::int64_t cores) {
  return std::max(0.0, 1 - static_cast<double>(cores) / static_cast<double>(processors));
}

/// Multiplies by `times` the extra cost of a cold message over a message right after another.
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

void slow_down(document::MeasuredProcessor& processor, double times) {
  processor.speed /= times;
  for (document::CurvePoint& point : processor.curve) point.speed /= times;
  for (auto* seconds : {&processor.sample_s, &processor.message_s, &processor.byte_s, &processor.waited_byte_s,
                        &processor.send_overhead_s, &processor.sent_byte_s, &processor.burst_byte_s,
                        &processor.recv_overhead_s, &processor.cold_message_s})
    if (*seconds) **seconds *= times;
  if (processor.cpu_share) processor.cpu_share = std::min(1.0, *processor.cpu_share / times);
  if (processor.cpu_burst_s) *processor.cpu_burst_s /= times;
}

document::NetworkSpeeds within_host(const document::NetworkSpeeds& network) {
  document::NetworkSpeeds within = network;
  if (!network.within_host) return within;
  within.latency_s = network.within_host->latency_s.value_or(network.latency_s);
  within.gap_s_per_byte = network.within_host->gap_s_per_byte.value_or(network.gap_s_per_byte);
  within.message_s = network.within_host->message_s.value_or(network.message_s);
  return within;
}

}  // namespace uneven::speeds
