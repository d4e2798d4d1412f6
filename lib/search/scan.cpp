#include "search/scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>

#include "search/kernels.hpp"

namespace uneven::search {
namespace {

constexpr std::int64_t kBlock = 256;  // tiles: 16 Ki examples, 144 KiB with the default columns
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

/// The part of a tile's 64 bits that lies in rows.
std::uint64_t inside(std::int64_t tile, document::Range rows) {
  std::uint64_t bits = ~std::uint64_t{0};
  if (rows.first > tile * kTile) bits <<= rows.first - tile * kTile;
  if (rows.end() < (tile + 1) * kTile) bits &= ~std::uint64_t{0} >> ((tile + 1) * kTile - rows.end());
  return bits;
}

/// One query with its costs cut to 16 bits, for a kernel.
class Prober {
 public:
  Prober(const Packed& examples, const Query& query, Kernel* kernel)
      : examples_(examples), query_(query), kernel_(kernel) {
    for (const std::uint32_t cost : query.cost)
      cost_.push_back(static_cast<std::uint16_t>(std::min<std::uint32_t>(cost, kMost)));
  }

  void scan(std::int64_t first_tile, std::int64_t count, document::Range rows, Nearest& nearest) const {
    const Layout& layout = examples_.layout();
    const std::int64_t first_row = std::max(first_tile * kTile, rows.first);
    const std::int64_t limit = nearest.limit(first_row);
    if (limit < 0) return;
    const Probe probe{layout.bytes,
                      layout.words,
                      static_cast<int>(layout.codes.size()),
                      layout.codes.data(),
                      query_.value.data(),
                      cost_.data(),
                      static_cast<std::uint16_t>(std::min<std::int64_t>(limit, kMost))};
    std::array<std::uint64_t, kBlock> hits;
    kernel_(probe, examples_.tile(first_tile), count, hits.data());
    bool offered = false;
    for (std::int64_t t = 0; t < count; ++t) {
      if (hits[static_cast<std::size_t>(t)] == 0) continue;
      const std::int64_t tile = first_tile + t;
      for (std::uint64_t bits = hits[static_cast<std::size_t>(t)] & inside(tile, rows); bits != 0; bits &= bits - 1) {
        const std::int64_t row = tile * kTile + std::countr_zero(bits);
        nearest.offer({distance(examples_, query_, row), row});
        offered = true;
      }
    }
    if (offered) nearest.settle();
  }

 private:
  const Packed& examples_;
  const Query& query_;
  Kernel* kernel_;
  std::vector<std::uint16_t> cost_;
};

}  // namespace

Isa best_isa() {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")) return Isa::avx512;
  if (__builtin_cpu_supports("avx2")) return Isa::avx2;
#endif
  return Isa::portable;
}

std::string_view name_of(Isa isa) { return isa == Isa::avx512 ? "avx512" : isa == Isa::avx2 ? "avx2" : "portable"; }

void scan(const Packed& examples, std::span<const Query> queries, document::Range rows, std::span<Nearest> nearest,
          Isa isa) {
  assert(0 <= rows.first && rows.end() <= examples.rows() && queries.size() == nearest.size());
  if (rows.count == 0) return;
  std::vector<Prober> probers;
  for (const Query& query : queries) probers.emplace_back(examples, query, kernel_of(isa));
  const std::int64_t last = (rows.end() + kTile - 1) / kTile;
  // Small blocks first, since the first one offers all its examples.
  for (std::int64_t tile = rows.first / kTile, block = 1; tile < last;
       tile += block, block = std::min(2 * block, kBlock)) {
    block = std::min(block, last - tile);
    for (std::size_t q = 0; q < probers.size(); ++q) probers[q].scan(tile, block, rows, nearest[q]);
  }
}

}  // namespace uneven::search
