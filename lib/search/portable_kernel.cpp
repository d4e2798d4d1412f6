// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>

#include "search/kernels.hpp"

namespace uneven::search {
namespace {

/// All ones if true; branches would keep compilers from making vectors of the loops below.
inline std::uint16_t mask_of(bool condition) { return static_cast<std::uint16_t>(-static_cast<int>(condition)); }

/// sum + cost where two values differ, at most 65535.
inline std::uint16_t plus(std::uint16_t sum, bool differs, std::uint16_t cost) {
  const auto more = static_cast<std::uint16_t>(sum + (cost & mask_of(differs)));
  return more | mask_of(more < sum);
}

inline std::uint64_t within(const std::uint16_t* sum, std::uint16_t limit) {
  std::uint16_t least = 0xffff;
  for (int i = 0; i < kTile; ++i) least = std::min(least, sum[i]);
  std::uint64_t bits = 0;
  if (least <= limit)
    for (int i = 0; i < kTile; ++i) bits |= std::uint64_t{sum[i] <= limit} << i;
  return bits;
}

}  // namespace

void scan_portable(const Probe& probe, const std::byte* tiles, std::int64_t count, std::uint64_t* hits,
                   std::uint16_t* sums) {
  for (std::int64_t t = 0; t < count; ++t) {
    std::uint16_t sum[kTile] = {}, word[kTile];
    std::uint8_t byte[kTile];
    int slot = 0;
    for (; slot < probe.bytes; ++slot, tiles += sizeof byte) {
      const std::uint16_t value = probe.value[slot], cost = probe.cost[slot];
      std::memcpy(byte, tiles, sizeof byte);
      for (int i = 0; i < kTile; ++i) sum[i] = plus(sum[i], byte[i] != value, cost);
    }
    for (int w = 0; w < probe.words; ++w, ++slot, tiles += sizeof word) {
      const std::uint16_t value = probe.value[slot], cost = probe.cost[slot];
      std::memcpy(word, tiles, sizeof word);
      for (int i = 0; i < kTile; ++i) sum[i] = plus(sum[i], word[i] != value, cost);
    }
    for (int c = 0; c < probe.codes; ++c, ++slot, tiles += sizeof word) {
      const std::uint16_t value = probe.value[slot], cost = probe.cost[slot];
      std::memcpy(word, tiles, sizeof word);
      for (const std::uint16_t mask : probe.masks[c])
        for (int i = 0; i < kTile; ++i) sum[i] = plus(sum[i], ((word[i] ^ value) & mask) != 0, cost);
    }
    for (int n = 0; n < probe.numbers; ++n, ++slot, tiles += sizeof word) {
      const std::uint16_t value = probe.value[slot], cost = probe.cost[slot];
      std::memcpy(word, tiles, sizeof word);
      for (int i = 0; i < kTile; ++i) {
        const auto part = static_cast<std::uint16_t>(number_part(cost, word[i], value));
        sum[i] = plus(sum[i], true, part);
      }
    }
    hits[t] = within(sum, probe.limit);
    if (hits[t] != 0) std::memcpy(sums + kTile * t, sum, sizeof sum);
  }
}

}  // namespace uneven::search
