// SPDX-License-Identifier: MIT
#include "search/scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <utility>

namespace uneven::search {

namespace {

constexpr std::uint16_t kMost = 0xffff;

Kernel* kernel_of(Isa isa) {
  switch (isa) {
#ifdef __x86_64__
    case Isa::avx512:
      return scan_avx512;
    case Isa::avx2:
      return scan_avx2;
#endif
    default:
      return scan_portable;
  }
}

/// Mask of a tile's 64 bits for the examples that lie in `rows`.
std::uint64_t inside(std::int64_t tile, document::Range rows) {
  std::uint64_t bits = ~std::uint64_t{0};
  if (rows.first > tile * kTile) bits <<= rows.first - tile * kTile;
  if (rows.end() < (tile + 1) * kTile) bits &= ~std::uint64_t{0} >> ((tile + 1) * kTile - rows.end());
  return bits;
}

}  // namespace

Prober::Prober(const Packed& examples, Query query, Isa isa)
    : examples_(examples), query_(std::move(query)), kernel_(kernel_of(isa)) {
  for (const std::uint32_t cost : query_.cost)
    cost_.push_back(static_cast<std::uint16_t>(std::min<std::uint32_t>(cost, kMost)));
}

void Prober::find(document::Range rows, std::int64_t limit, std::vector<Neighbour>& found) const {
  found.clear();
  if (limit < 0 || rows.count == 0) return;
  const std::int64_t first = rows.first / kTile, count = (rows.end() + kTile - 1) / kTile - first;
  assert(count <= kMostTiles);
  const Layout& layout = examples_.layout();
  const Probe probe{layout.bytes,
                    layout.words,
                    static_cast<int>(layout.codes.size()),
                    layout.codes.data(),
                    query_.value.data(),
                    cost_.data(),
                    static_cast<std::uint16_t>(std::min<std::int64_t>(limit, kMost))};
  std::array<std::uint64_t, kMostTiles> hits;
  alignas(64) std::array<std::uint16_t, kMostTiles * kTile> sums;
  kernel_(probe, examples_.tile(first), count, hits.data(), sums.data());
  for (std::int64_t t = 0; t < count; ++t) {
    if (hits[static_cast<std::size_t>(t)] == 0) continue;
    for (std::uint64_t bits = hits[static_cast<std::size_t>(t)] & inside(first + t, rows); bits != 0;
         bits &= bits - 1) {
      const std::int64_t i = t * kTile + std::countr_zero(bits), row = first * kTile + i;
      const std::uint16_t sum = sums[static_cast<std::size_t>(i)];
      const std::int64_t units = sum < kMost ? sum : distance(examples_, query_, row);
      if (units <= limit) found.push_back({units, row});
    }
  }
}

Scan::Scan(const Packed& examples, std::span<const Query> queries, Isa isa) {
  for (const Query& query : queries) probers_.emplace_back(examples, query, isa);
}

void Scan::operator()(document::Range rows, std::span<Nearest> nearest) const {
  assert(probers_.size() == nearest.size());
  const bool known = std::all_of(nearest.begin(), nearest.end(), [](const Nearest& n) { return n.full(); });
  std::vector<Neighbour> found;
  in_blocks(rows, known ? kMostTiles : 1, [&](document::Range block) {
    for (std::size_t q = 0; q < probers_.size(); ++q) {
      probers_[q].find(block, nearest[q].limit(block.first), found);
      if (!found.empty()) nearest[q].merge(found);
    }
  });
}

void scan(const Packed& examples, std::span<const Query> queries, document::Range rows, std::span<Nearest> nearest,
          Isa isa) {
  assert(examples.range().first <= rows.first && rows.end() <= examples.range().end());
  Scan(examples, queries, isa)(rows, nearest);
}

}  // namespace uneven::search
