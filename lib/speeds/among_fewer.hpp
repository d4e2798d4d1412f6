#pragma once

#include <cstdint>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::speeds {

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
