// SPDX-License-Identifier: MIT
#include "search/scan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <functional>
#include <queue>
#include <ranges>
#include <utility>
#include <vector>

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
                    layout.numbers,
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

namespace {

/// The examples of a group whose first code agrees with the query's in exactly this many levels, none nearer than
/// `bound`. A group that is not cut has one shell, of level kWhole.
struct Shell {
  std::int64_t bound = 0, group = 0;
  int levels = 0;
  bool operator>(const Shell& other) const { return bound > other.bound; }
};

constexpr int kWhole = -1, kAllLevels = 3;
constexpr std::int64_t kSmallGroup = 512;  // groups of at most this many examples are not cut

/// The pruned search of one query.
class Walk {
 public:
  Walk(const Index& index, const Query& query, std::int64_t budget, Isa isa)
      : index_(index),
        distance_(static_cast<std::size_t>(index.groups()), 0),
        codes_(codes_of(query)),
        prober_(index.codes, codes_, isa),
        budget_(budget) {
    std::int64_t* distance = distance_.data();
    for (std::size_t slot = 0; slot < index.group_value.size(); ++slot) {
      const std::uint16_t *group = index.group_value[slot].data(), value = query.value[slot];
      const std::int64_t cost = query.cost[slot];
#pragma omp simd
      for (std::int64_t g = 0; g < index.groups(); ++g) distance[g] += group[g] != value ? cost : 0;
    }
  }

  /// Runs the search. @return  false if the budget did not suffice; `nearest` is then invalid.
  bool search(Nearest& nearest) {
    std::vector<Shell> first;
    for (std::int64_t g = 0; g < index_.groups(); ++g) {
      const bool cut = group(g).count > kSmallGroup && !codes_.value.empty();
      first.push_back({distance_[static_cast<std::size_t>(g)], g, cut ? kAllLevels : kWhole});
    }
    std::priority_queue<Shell, std::vector<Shell>, std::greater<>> shells({}, std::move(first));
    while (!shells.empty() && shells.top().bound <= limit(nearest)) {
      Shell shell = shells.top();
      shells.pop();
      visit(shell, nearest);
      if (budget_ < 0) return false;
      if (shell.levels <= 0) continue;
      shell.bound += codes_.cost[0];
      --shell.levels;
      shells.push(shell);
    }
    return true;
  }

 private:
  Query codes_of(const Query& query) const {
    const auto first = static_cast<std::ptrdiff_t>(index_.group_value.size());
    return {{query.value.begin() + first, query.value.end()}, {query.cost.begin() + first, query.cost.end()}};
  }

  std::int64_t limit(const Nearest& nearest) const { return nearest.limit(index_.rows.first); }

  document::Range group(std::int64_t g) const {
    const auto* begin = &index_.group_begin[static_cast<std::size_t>(g)];
    return {begin[0], begin[1] - begin[0]};
  }

  /// The part of a group whose first code agrees in `levels` levels or more: values with the same high bits are
  /// neighbours.
  document::Range agreeing(document::Range group, int levels) const {
    if (levels == 0) return group;
    const std::uint16_t mask = index_.codes.layout().codes[0][static_cast<std::size_t>(levels - 1)];
    const int least = codes_.value[0] & mask, most = least | (mask ^ 0xffff);
    const auto rows = std::views::iota(group.first, group.end());
    const auto code = [&](std::int64_t row) { return index_.codes.get(row, 0); };
    const std::int64_t first = *std::ranges::lower_bound(rows, least, {}, code);
    return {first, *std::ranges::upper_bound(rows, most, {}, code) - first};
  }

  void visit(const Shell& shell, Nearest& nearest) {
    const document::Range all = group(shell.group);
    if (shell.levels == kWhole) return visit(shell.group, all, nearest);
    const document::Range outer = agreeing(all, shell.levels);
    if (shell.levels == kAllLevels) return visit(shell.group, outer, nearest);
    const document::Range inner = agreeing(outer, shell.levels + 1);
    visit(shell.group, {outer.first, inner.first - outer.first}, nearest);
    visit(shell.group, {inner.end(), outer.end() - inner.end()}, nearest);
  }

  void visit(std::int64_t group, document::Range places, Nearest& nearest) {
    const std::int64_t distance = distance_[static_cast<std::size_t>(group)];
    in_blocks(places, 1, [&](document::Range block) {
      if (budget_ < 0) return;
      prober_.find(block, limit(nearest) - distance, found_);
      budget_ -= block.count / kTile + 1 + static_cast<std::int64_t>(found_.size());
      if (found_.empty()) return;
      for (const Neighbour& n : found_)
        nearest.offer(
            {distance + n.distance, index_.rows.first + std::int64_t{index_.row[static_cast<std::size_t>(n.row)]}});
      nearest.settle();
    });
  }

  const Index& index_;
  std::vector<std::int64_t> distance_;  // of the groups' 0/1 columns
  Query codes_;
  Prober prober_;
  std::int64_t budget_;
  std::vector<Neighbour> found_;
};

}  // namespace

std::int64_t usual_budget(const Index& index) { return index.rows.count / kTile / 4; }

std::int64_t pruned_scan(const Packed& examples, const Index& index, std::span<const Query> queries,
                         std::span<Nearest> nearest, std::int64_t budget, Isa isa) {
  assert(queries.size() == nearest.size());
  std::vector<std::size_t> left;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    Nearest attempt = nearest[q];
    if (Walk(index, queries[q], budget, isa).search(attempt))
      nearest[q] = std::move(attempt);
    else
      left.push_back(q);
  }
  std::vector<Query> queries_left;
  std::vector<Nearest> nearest_left;
  for (const std::size_t q : left) queries_left.push_back(queries[q]), nearest_left.push_back(nearest[q]);
  scan(examples, queries_left, index.rows, nearest_left, isa);
  for (std::size_t i = 0; i < left.size(); ++i) nearest[left[i]] = std::move(nearest_left[i]);
  return static_cast<std::int64_t>(left.size());
}

}  // namespace uneven::search
