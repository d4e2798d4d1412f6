// SPDX-License-Identifier: MIT
#include "shares/time_model.hpp"

#include <algorithm>

namespace uneven::shares {

TimeModel::TimeModel(double start_s, std::span<const document::CurvePoint> curve)
    : start_(start_s), speed_(curve.back().speed) {
  double longest = 0;
  for (const auto& [units, speed] : curve) {
    longest = std::max(longest, units / speed);
    points_.push_back({units, longest});
  }
}

double TimeModel::work(double units) const {
  if (points_.empty()) return units / speed_;
  const auto above = std::ranges::lower_bound(points_, units, {}, &Point::units);
  if (above == points_.begin()) return above->seconds * (units / above->units);
  const Point& below = *(above - 1);
  if (above == points_.end()) return below.seconds * (units / below.units);
  const double part = (units - below.units) / (above->units - below.units);
  return std::min(below.seconds + part * (above->seconds - below.seconds), above->seconds);
}

/// The units whose work takes so long; the most of them where several take the same time.
double TimeModel::inverse(double seconds) const {
  if (points_.empty()) return seconds * speed_;
  const auto above = std::ranges::upper_bound(points_, seconds, {}, &Point::seconds);
  if (above == points_.begin()) return above->units * (seconds / above->seconds);
  const Point& below = *(above - 1);
  if (above == points_.end()) return below.units * (seconds / below.seconds);
  const double part = (seconds - below.seconds) / (above->seconds - below.seconds);
  return below.units + part * (above->units - below.units);
}

double TimeModel::seconds(double units) const { return units > 0 ? start_ + work(units) : 0; }

double TimeModel::divisible_units_by(double time, double most) const {
  return time < start_ ? 0 : std::min(inverse(time - start_), most);
}

std::int64_t TimeModel::units_by(double time, std::int64_t most) const {
  const auto in_time = [&](std::int64_t n) { return seconds(static_cast<double>(n)) <= time; };
  if (time < start_ || most == 0) return 0;
  const double guess = inverse(time - start_);
  std::int64_t low = guess < static_cast<double>(most) ? static_cast<std::int64_t>(guess) : most, high = low + 1;
  // The guess is wrong by rounding, which is much where the start takes far longer than the work: steps double.
  for (std::int64_t step = 1; low > 0 && !in_time(low); step *= 2) {
    high = low;
    low = std::max<std::int64_t>(0, low - step);
  }
  for (std::int64_t step = 1; high <= most && in_time(high); step *= 2) {
    low = high;
    high = std::min(most + 1, high + step);
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (in_time(middle) ? low : high) = middle;
  }
  return low;
}

}  // namespace uneven::shares
