// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "search/packed.hpp"

namespace uneven::search {

/// The instruction set of the scan. All give the same answer.
enum class Isa { portable, avx2, avx512 };

Isa best_isa();  ///< of this processor
std::string_view name_of(Isa isa);

/// A query for a kernel. Sums are saturating 16-bit: a distance below 65535 is exact, and a larger one counts as 65535.
struct Probe {
  int bytes = 0, words = 0, codes = 0, numbers = 0;
  const LevelMasks* masks = nullptr;     ///< shape [codes]
  const std::uint16_t* value = nullptr;  ///< shape [slots]
  const std::uint16_t* cost = nullptr;   ///< shape [slots]
  std::uint16_t limit = 0;
};

/// Whether the columns are the default ones. A kernel has these counts built in, so that its loops unroll and the query
/// stays in registers.
inline bool has_usual_columns(const Probe& probe) {
  return probe.bytes == 5 && probe.words == 0 && probe.codes == 2 && probe.numbers == 0;
}

/// A scan of `count` tiles: sets bit i of hits[t] if example i of tile t is within probe.limit, for all 64 examples of
/// every tile, and writes the 64 sums of a tile with a hit to sums + 64 t, aligned to 64 bytes.
using Kernel = void(const Probe& probe, const std::byte* tiles, std::int64_t count, std::uint64_t* hits,
                    std::uint16_t* sums);

Kernel scan_portable, scan_avx2, scan_avx512;

}  // namespace uneven::search
