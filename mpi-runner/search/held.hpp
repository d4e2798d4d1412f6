// SPDX-License-Identifier: MIT
#pragma once

#include <list>
#include <optional>
#include <span>

#include "document/options/plan_options.hpp"
#include "search/answers.hpp"
#include "search/packed.hpp"
#include "search/scan.hpp"
#include "search/vectors.hpp"

namespace uneven::search {

/// The examples that one rank holds: its share, and for a while parts that it takes over from other shares.
class Held {
 public:
  /// @param metric  of examples that are vectors.
  Held(Packed share, document::Metric metric) : metric_(metric) { pieces_.push_back({std::move(share), {}, {}}); }

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

  /// Compares rows, which are here, with the queries.
  void scan(document::Range rows, std::span<Nearest> nearest);

 private:
  struct Piece {
    Packed examples;
    std::optional<Scan> scan;           ///< once needed
    std::optional<VectorScan> vectors;  ///< likewise
    bool has(document::Range rows) const;
  };
  document::Metric metric_;
  std::list<Piece> pieces_;
  std::span<const Query> queries_;
};

}  // namespace uneven::search
