#pragma once

#include <span>
#include <vector>

#include "document/common.hpp"
#include "search/isa.hpp"
#include "search/nearest.hpp"
#include "search/packed.hpp"
#include "search/prober.hpp"

namespace uneven::search {

/// Queries that are scanned for together, made ready once for any number of ranges. The examples must outlive it.
class Scan {
 public:
  Scan(const Packed& examples, std::span<const Query> queries, Isa isa = best_isa());

  /// Offers to nearest[q] every example of `rows` that can be among the nearest of queries[q].
  ///
  /// Works block by block, a block small enough to stay in cache while all queries pass over it, so that many queries
  /// read the examples from memory once.
  ///
  /// @param rows     a range of the examples; need not begin or end at a tile.
  /// @param nearest  shape [queries], may hold neighbours already.
  /// Cost: O(rows x queries x slots), 64 examples at a time.
  void operator()(document::Range rows, std::span<Nearest> nearest) const;

 private:
  std::vector<Prober> probers_;
};

/// The same, once.
void scan(const Packed& examples, std::span<const Query> queries, document::Range rows, std::span<Nearest> nearest,
          Isa isa = best_isa());

}  // namespace uneven::search
