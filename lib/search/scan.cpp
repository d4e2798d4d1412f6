#include "search/scan.hpp"

#include <algorithm>
#include <cassert>

namespace uneven::search {

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
