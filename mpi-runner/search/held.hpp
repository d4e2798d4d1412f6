// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <vector>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "search/packed.hpp"
#include "search/scan.hpp"

namespace uneven::search {

/// The examples that one rank holds: its share, and for a while parts that it takes over from other shares.
class Held {
 public:
  explicit Held(Packed share) { pieces_.push_back({std::move(share), {}}); }

  Packed& share() { return pieces_.front().examples; }
  const Packed& share() const { return pieces_.front().examples; }

  /// Whether all of `rows` are here.
  bool has(document::Range rows) const;

  /// Room for other rows, which are still to be filled in. The reference holds until drop().
  Packed& add(document::Range rows);

  /// Forgets what add() made room for; nothing if the rows are of the share.
  void drop(document::Range rows);

  /// Ready to be scanned for the queries, which must stay until the next ones come.
  void begin(std::span<const Query> queries);

  /// The scan of the examples that `rows`, which are here, are among.
  const Scan& scan_of(document::Range rows);

 private:
  struct Piece {
    Packed examples;
    std::optional<Scan> scan;  ///< once needed
    bool has(document::Range rows) const;
  };
  std::list<Piece> pieces_;
  std::span<const Query> queries_;
};

/// Every rank gets rank 0's examples. Collective. Cost: the packed bytes once to each rank.
void spread(const comm::Communicator& comm, Packed& examples);

/// Every rank but rank 0, which keeps them all, gets its share of rank 0's examples. Collective.
/// @param shares  by rank. Cost: the packed bytes once, from rank 0.
void deal(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy, Packed& examples,
          const std::vector<document::Range>& shares);

/// Every rank gets rank 0's queries and its word whether to go on; no queries: stop. Collective, and polite to share a
/// core with.
std::vector<Query> spread(const comm::Communicator& comm, const comm::WaitPolicy& wait_policy,
                          const std::vector<Query>& queries, int slots);

/// Examples with the columns of the noun phrases and as many values, for a plan that is run without a table.
Packed made_up_examples(std::int64_t rows, std::uint64_t seed);

/// Examples `rows` of endlessly many from those of `pool`: tile by tile the first columns of one and the others of
/// another, as if first and second nouns were combined anew.
/// @param pool  at least a tile. Cost: that of writing them.
Packed recombined(const Packed& pool, document::Range rows, std::uint64_t seed);

/// Queries that resemble one of the examples.
std::vector<Query> made_up_queries(const Packed& examples, std::size_t count, std::uint64_t seed);

}  // namespace uneven::search
