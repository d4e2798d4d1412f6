// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/report.hpp"
#include "document/speeds.hpp"

namespace uneven::speeds {

/// The speed on a curve: between two points linear in log(units), beyond the ends that of the nearest point.
/// @param curve  ascending by units, of one point at least.
/// Cost: O(points).
double speed_on(std::span<const document::CurvePoint> curve, double units);

/// The processor's speed for a problem of `units`, on its curve; its single speed if it has no curve.
double speed_at(const document::MeasuredProcessor& processor, double units);

/// Speeds from a run: work over compute time of each processor.
/// @throws InputError  naming a processor that did no work, since its speed is unknown.
document::Speeds speeds_from_report(const document::Report& report);

/// The speeds while only the processors in `working` compute. On a shared machine they are multiplied by the speed-up
/// measured for that number of computing processors; between two measured numbers it is linear in the logarithm of the
/// number, below the least it is constant. Messages after work become cheaper, because fewer processors take turns on
/// the shared cores; with a core for each computing processor they cost as much as any other message.
///
/// @param working  indices of the computing processors.
/// @return         `speeds`; resting processors and all other message times keep their values.
/// Cost: O(N).
document::Speeds among_fewer(document::Speeds speeds, const std::vector<std::int64_t>& working);

/// Makes a processor `times` times slower, in work and in messages, as if it got less CPU time.
void slow_down(document::MeasuredProcessor& processor, double times);

/// The network between ranks of one host: `within_host`, and what does not differ there.
document::NetworkSpeeds within_host(const document::NetworkSpeeds& network);

}  // namespace uneven::speeds
