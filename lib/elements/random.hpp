#pragma once

#include <cstdint>

namespace uneven::elements {

/// Bits that depend on their arguments alone (the mixing of SplitMix64), so that the same element gets the same number
/// on whatever process.
inline std::uint64_t mixed_bits(std::uint64_t seed, std::uint64_t round, std::uint64_t number) {
  std::uint64_t z = seed;
  for (const std::uint64_t next : {round, number}) {
    z += next + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
  }
  return z;
}

/// A number above 0 and below 1.
inline double uniform(std::uint64_t seed, std::uint64_t round, std::uint64_t number) {
  return (static_cast<double>(mixed_bits(seed, round, number) >> 12) + 0.5) * 0x1p-52;
}

}  // namespace uneven::elements
