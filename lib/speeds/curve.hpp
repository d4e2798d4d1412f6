#pragma once

#include <span>

#include "document/speeds.hpp"

namespace uneven::speeds {

/// Between two points of a curve linear in log(units), beyond them the speed of the nearest.
/// @param curve  ascending by units, of one point at least.
/// Cost: O(points).
double speed_on(std::span<const document::CurvePoint> curve, double units);

/// Speed for a problem of `units` on the processor's curve; without one its one speed.
double speed_at(const document::MeasuredProcessor& processor, double units);

}  // namespace uneven::speeds
