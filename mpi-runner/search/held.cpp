// SPDX-License-Identifier: MIT
#include "search/held.hpp"

#include <algorithm>

namespace uneven::search {

bool Held::Piece::has(document::Range rows) const {
  return rows.count == 0 || (examples.range().first <= rows.first && rows.end() <= examples.range().end());
}

bool Held::has(document::Range rows) const {
  return std::ranges::any_of(pieces_, [&](const Piece& piece) { return piece.has(rows); });
}

Packed& Held::add(document::Range rows) {
  pieces_.push_back({Packed(share().layout(), rows), {}, {}});
  return pieces_.back().examples;
}

void Held::drop(document::Range rows) {
  pieces_.remove_if([&](const Piece& p) { return &p != &pieces_.front() && p.examples.range() == rows; });
}

void Held::begin(std::span<const Query> queries) {
  queries_ = queries;
  for (Piece& piece : pieces_) piece.scan.reset(), piece.vectors.reset();
}

void Held::scan(document::Range rows, std::span<Nearest> nearest) {
  Piece& piece = *std::ranges::find_if(pieces_, [&](const Piece& p) { return p.has(rows); });
  if (share().layout().floats == 0) {
    if (!piece.scan) piece.scan.emplace(piece.examples, queries_);
    (*piece.scan)(rows, nearest);
  } else {
    if (!piece.vectors) piece.vectors.emplace(piece.examples, queries_, metric_);
    (*piece.vectors)(rows, nearest);
  }
}

}  // namespace uneven::search
