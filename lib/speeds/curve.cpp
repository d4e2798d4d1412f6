#include "speeds/curve.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace uneven::speeds
