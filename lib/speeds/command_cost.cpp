// SPDX-License-Identifier: MIT
#include "speeds/command_cost.hpp"

#include <cmath>
#include <numeric>

#include "statistics/line.hpp"

namespace uneven::speeds {

namespace {

/// Least part of a run's time beyond the fixed time that gives a point of the curve.
constexpr double least_part = 0.1;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

std::vector<document::CurvePoint> curve_of(const RunsByUnits& runs, double fixed_s) {
  std::vector<document::CurvePoint> curve;
  for (const auto& [units, of_units] : runs) {
    const double all_s = mean_of(of_units.seconds), rest_s = all_s - fixed_s;
    if (rest_s > least_part * all_s) curve.push_back({static_cast<double>(units), static_cast<double>(units) / rest_s});
  }
  return curve;
}

}  // namespace

std::optional<CommandCost> fit_cost(const RunsByUnits& runs) {
  std::vector<statistics::Sample> samples;
  for (const auto& [units, of_units] : runs) samples.push_back({static_cast<double>(units), of_units.seconds});
  const statistics::Line line = statistics::fit_line(samples);
  const bool unsure = runs.size() > 1 && std::isfinite(line.slope_half_width) && line.slope_half_width >= line.slope;
  if (line.slope <= 0 || unsure) return std::nullopt;
  return CommandCost{.speed = 1 / line.slope,
                     .relative_error = line.slope_half_width / line.slope,
                     .fixed_s = line.intercept,
                     .fixed_is_known = line.intercept > line.intercept_half_width,
                     .repeats = std::ssize(runs.rbegin()->second.seconds),
                     .curve = curve_of(runs, line.intercept)};
}

std::optional<CommandMemory> fit_memory(const std::vector<RunsByUnits>& runs) {
  std::map<std::int64_t, std::vector<double>> peaks;
  for (const RunsByUnits& of_processor : runs)
    for (const auto& [units, of_units] : of_processor) {
      auto& all = peaks[units];
      all.insert(all.end(), of_units.peak_bytes.begin(), of_units.peak_bytes.end());
    }
  if (peaks.size() < 2) return std::nullopt;
  std::vector<statistics::Sample> samples;
  for (const auto& [units, bytes] : peaks) samples.push_back({static_cast<double>(units), bytes});
  const statistics::Line line = statistics::fit_line(samples);
  const bool grows = line.slope > line.slope_half_width;
  if (grows) return CommandMemory{std::llround(line.intercept), line.slope};
  double largest = 0;
  for (const auto& [units, bytes] : peaks) largest = std::max(largest, mean_of(bytes));
  return CommandMemory{std::llround(largest), 0};
}

}  // namespace uneven::speeds
