// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "speeds/derived.hpp"
#include "statistics/estimate.hpp"

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

namespace {

constexpr std::int64_t most_units = 1'000'000'000'000;
constexpr int runs_of_first = 2;
constexpr double times_first = 3, times_long_first = 1.5;
constexpr double least_factor = 2, most_factor = 16;
/// Beyond what the line foretells, because the time of one unit is uncertain.
constexpr double reserve = 1.1;
/// Times that differ by a smaller part do not tell whether more units take longer.
constexpr double hardly = 0.1;

}  // namespace

double AmountSearch::wanted_s() const {
  return std::max(limits_.target_s, first_s_ * (first_s_ > limits_.long_unit_s ? times_long_first : times_first));
}

bool AmountSearch::grows() const { return last_s_ > (1 + hardly) * first_s_; }

double AmountSearch::factor() const {
  if (units_ == 1) return wanted_s() / last_s_;  // all of the time may be that of the unit
  if (!grows()) return most_factor;
  const double per_unit_s = (last_s_ - first_s_) / static_cast<double>(units_ - 1);
  return reserve * (1 + (wanted_s() - last_s_) / per_unit_s / static_cast<double>(units_));
}

void AmountSearch::add(double seconds) {
  if (found_) return;
  ++runs_;
  last_s_ = seconds;
  if (limits_.given > 0) {
    found_ = true;
    return;
  }
  if (runs_ <= runs_of_first) first_s_ = runs_ == 1 ? seconds : std::min(first_s_, seconds);
  if (runs_ < runs_of_first) return;
  if (units_ >= most_units || (units_ > 1 && seconds >= wanted_s())) {
    found_ = true;
    return;
  }
  const double times = std::clamp(factor(), least_factor, most_factor);
  units_ = std::min(most_units, static_cast<std::int64_t>(std::ceil(static_cast<double>(units_) * times)));
}

}  // namespace uneven::speeds
