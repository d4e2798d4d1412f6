#include "search/scan.hpp"

#include <cassert>

#include "search/prober.hpp"

namespace uneven::search {

void scan(const Packed& examples, std::span<const Query> queries, document::Range rows, std::span<Nearest> nearest,
          Isa isa) {
  assert(0 <= rows.first && rows.end() <= examples.rows() && queries.size() == nearest.size());
  std::vector<Prober> probers;
  for (const Query& query : queries) probers.emplace_back(examples, query, isa);
  std::vector<Neighbour> found;
  in_blocks(rows, [&](document::Range block) {
    for (std::size_t q = 0; q < probers.size(); ++q) {
      probers[q].find(block, nearest[q].limit(block.first), found);
      if (found.empty()) continue;
      nearest[q].merge(found);
      nearest[q].settle();
    }
  });
}

}  // namespace uneven::search
