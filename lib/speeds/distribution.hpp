// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uneven::speeds {

/// Speeds of hosts that are not there, by a text:
///
///     uniform:A:B             between A and B, all equally likely
///     lognormal:SIGMA         exp(SIGMA z), z standard normal; the median is 1
///     generations:4x1,2x2     in the ratio 4 : 2 hosts of speed 1 and 2, in this order
///     accelerators:K[:TIMES]  all of speed 1, but the last K of speed TIMES, which is 30 if not given
///     4*1,2.5                 a list, one speed for each host
///
/// The same seed gives the same speeds on any machine: the generator is std::mt19937_64, the formulas are not those of
/// the standard library, whose results differ between libraries, and speeds are rounded to four digits, beyond which
/// logarithms differ between machines.
///
/// @param hosts  0: as many as the text names, which uniform and lognormal do not.
/// @return       shape [hosts], each > 0.
/// @throws UsageError  naming --speeds or --hosts.
/// Cost: O(hosts).
std::vector<double> speeds_by(const std::string& text, std::int64_t hosts, std::uint64_t seed);

/// The nearest number of so many significant decimal digits, from 1 to 17.
double rounded(double value, int digits);

}  // namespace uneven::speeds
