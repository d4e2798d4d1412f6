#pragma once

#include <cstdint>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::cluster {

/// The speeds while only the processors `working` compute: of those of a shared machine so many times as much as was
/// measured of as many of them. Between two numbers linear in the logarithm of the number; below the least as there.
///
/// @param working  processors of `speeds`.
/// @return         `speeds`; those that rest, and the message times of all, are as they were.
/// Cost: O(N).
document::Speeds among_fewer(document::Speeds speeds, const std::vector<std::int64_t>& working);

}  // namespace uneven::cluster
