#pragma once

#include <cstdint>

#include "search/packed.hpp"

namespace uneven::search {

/// A query for a kernel: sums of 16 bits that stay at 65535 once there, so that a distance is exact below, never too
/// large.
struct Probe {
  int bytes = 0, words = 0, codes = 0;
  const LevelMasks* masks = nullptr;     ///< shape [codes]
  const std::uint16_t* value = nullptr;  ///< shape [slots]
  const std::uint16_t* cost = nullptr;   ///< shape [slots]
  std::uint16_t limit = 0;
};

/// Sets bit i of hits[t] where example i of tile t is within probe.limit, all 64 of every tile.
using Kernel = void(const Probe& probe, const std::byte* tiles, std::int64_t count, std::uint64_t* hits);

Kernel scan_portable, scan_avx2, scan_avx512;

}  // namespace uneven::search
