#pragma once

#include <cstdint>

#include "base/mix.hpp"

namespace uneven::elements {

/// Bits that depend on their arguments alone, each of which is mixed in by itself: neighbouring seeds have nothing in
/// common.
constexpr std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t round, std::uint64_t number) {
  return mix(mix(mix(seed + golden) + round + golden) + number + golden);
}

/// A number above 0 and below 1.
inline double uniform(std::uint64_t seed, std::uint64_t round, std::uint64_t number) {
  return (static_cast<double>(mixed_bits(seed, round, number) >> 12) + 0.5) * 0x1p-52;
}

}  // namespace uneven::elements
