// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "search/model.hpp"
#include "search/table.hpp"

namespace uneven::search {

/// An example and its distance, in units of 1/3072. Ordered as in the answer: nearest first, ties by row.
struct Neighbour {
  std::int64_t distance = 0;
  std::int64_t row = 0;
  auto operator<=>(const Neighbour&) const = default;
};

/// The k nearest of the offered examples, in any order; with `ties`, also all as near as the k-th.
class Nearest {
 public:
  /// @param k  at least 1.
  Nearest(std::int64_t k, bool ties);

  /// The largest distance at which an example of row `row`, or a later row, can still be among the nearest.
  std::int64_t limit(std::int64_t row) const;

  /// Whether k examples were offered, so that the limit is finite.
  bool full() const { return full_; }

  /// Offers an example. Cost: amortised O(1) while the answer is short.
  void offer(Neighbour neighbour);
  void merge(const std::vector<Neighbour>& neighbours);

  /// Lowers `limit` to the least value that the offered examples allow. Cost: linear in the kept examples.
  void settle();
  std::vector<Neighbour> sorted() const;

 private:
  std::size_t k_;
  bool ties_;
  std::size_t settle_at_;
  bool full_ = false;
  Neighbour worst_;  // the k-th nearest, once there are k
  std::vector<Neighbour> kept_;
};

using Format = document::AnswerFormat;

/// Answers as text, a line for each neighbour: query, rank, distance, match, row, the shown columns, and with `explain`
/// the share of each attribute in the distance.
///
/// query and row count from 0, rank from 1; match is exact or similar.
class Answers {
 public:
  /// @throws InputError if a shown column is missing. The table and the model must outlive this.
  Answers(const Table& examples, const Model& model, const Roles& roles, Format format, bool explain);

  /// The column names; empty for JSON Lines.
  std::vector<std::string> header() const;

  std::vector<std::string> lines(std::int64_t number, const Query& query, const std::vector<Neighbour>& neighbours,
                                 bool exact) const;

 private:
  std::string tsv(std::int64_t number, std::int64_t rank, const Neighbour& n, bool exact,
                  const std::vector<std::int64_t>& share) const;
  std::string jsonl(std::int64_t number, std::int64_t rank, const Neighbour& n, bool exact,
                    const std::vector<std::int64_t>& share) const;

  const Model& model_;
  std::vector<const Column*> shown_;
  Format format_;
  bool explain_;
};

}  // namespace uneven::search
