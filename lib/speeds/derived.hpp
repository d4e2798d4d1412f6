// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/report.hpp"
#include "document/speeds.hpp"

namespace uneven::speeds {

/// Between two points of a curve linear in log(units), beyond them the speed of the nearest.
/// @param curve  ascending by units, of one point at least.
/// Cost: O(points).
double speed_on(std::span<const document::CurvePoint> curve, double units);

/// Speed for a problem of `units` on the processor's curve; without one its one speed.
double speed_at(const document::MeasuredProcessor& processor, double units);

/// Speeds from the work and the compute times of a run; a processor that did nothing cannot be known.
/// @throws InputError that names such a processor.
document::Speeds speeds_from_report(const document::Report& report);

/// The speeds while only the processors `working` compute: of those of a shared machine so many times as much as was
/// measured of as many of them. Between two numbers linear in the logarithm of the number; below the least as there.
/// Messages after work take longer because others have had the core in between: with as many shared cores as processors
/// that compute they take no longer than others.
///
/// @param working  processors of `speeds`.
/// @return         `speeds`; those that rest, and the other message times, are as they were.
/// Cost: O(N).
document::Speeds among_fewer(document::Speeds speeds, const std::vector<std::int64_t>& working);

}  // namespace uneven::speeds
