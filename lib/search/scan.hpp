// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/common.hpp"
#include "search/answers.hpp"
#include "search/kernels.hpp"
#include "search/packed.hpp"

namespace uneven::search {

inline constexpr std::int64_t kMostTiles = 256;  ///< of a block: 16 Ki examples, 144 KiB with the default columns

/// One query prepared for a kernel. The examples must outlive it.
class Prober {
 public:
  Prober(const Packed& examples, Query query, Isa isa);

  /// Finds the examples of `rows` within `limit`, in order; `rows` touch at most kMostTiles tiles.
  /// @param found  the result; overwritten. Cost: O(rows x slots), 64 examples at a time.
  void find(document::Range rows, std::int64_t limit, std::vector<Neighbour>& found) const;

 private:
  const Packed& examples_;
  Query query_;
  Kernel* kernel_;
  std::vector<std::uint16_t> cost_;  // cut to 16 bits
};

/// Visits `rows` in blocks of whole tiles. The first block should be small while no nearest examples are known, since
/// then all its examples are found.
template <class Visit>
void in_blocks(document::Range rows, std::int64_t tiles, Visit visit) {
  for (; rows.count > 0; tiles = tiles < kMostTiles ? 2 * tiles : tiles) {
    const std::int64_t end = std::min(rows.end(), (rows.first / kTile + tiles) * kTile);
    visit(document::Range{rows.first, end - rows.first});
    rows = {end, rows.end() - end};
  }
}

/// Queries scanned together, prepared once for any number of ranges. The examples must outlive it.
class Scan {
 public:
  Scan(const Packed& examples, std::span<const Query> queries, Isa isa = best_isa());

  /// Offers to nearest[q] every example of `rows` that can be among the nearest of queries[q].
  ///
  /// Works in blocks small enough to stay in cache while all queries pass over them, so that examples are read from
  /// memory once for all queries.
  ///
  /// @param rows     a range of the examples; need not begin or end at a tile.
  /// @param nearest  shape [queries], may hold neighbours already.
  /// Cost: O(rows x queries x slots), 64 examples at a time.
  void operator()(document::Range rows, std::span<Nearest> nearest) const;

 private:
  std::vector<Prober> probers_;
};

/// A Scan of one range.
void scan(const Packed& examples, std::span<const Query> queries, document::Range rows, std::span<Nearest> nearest,
          Isa isa = best_isa());

/// Budget of a pruned search before it gives up: tiles of codes, found examples and groups together. It takes a fifth
/// of the time of a scan.
std::int64_t usual_budget(const Index& index);

/// Gives the same answer as scan() of index.rows: it omits only examples that cannot be among the nearest.
///
/// Groups are visited in order of distance, and in a group first the examples whose first code agrees in more levels.
/// The search ends when all remaining examples are farther than the k-th nearest. Queries that exceed the budget, which
/// have many or far neighbours, are scanned together.
///
/// @param examples  the examples from which the index was made.
/// @param budget    per query, at least 0.
/// @return          number of queries that needed a scan.
/// Cost: at most the scan and the budget.
std::int64_t pruned_scan(const Packed& examples, const Index& index, std::span<const Query> queries,
                         std::span<Nearest> nearest, std::int64_t budget, Isa isa = best_isa());

}  // namespace uneven::search
