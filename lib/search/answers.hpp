// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "document/options/plan_options.hpp"
#include "document/search.hpp"
#include "schedule/schedule.hpp"
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

/// Estimated length of a line of answers, bytes: its numbers have the usual length.
/// @param queries, k, rows  the largest numbers of each. @param explained  attributes, with `explain`.
double line_bytes(Format format, std::int64_t queries, std::int64_t k, std::int64_t rows, std::size_t explained = 0);

/// Peak bytes of all answers at rank 0. It is reached either while neighbours become JSON, or while the JSON becomes
/// text, whose buffer grows by doubling.
double bytes_of_answers(double lines, double line_bytes);

/// Peak bytes of a batch's neighbours on one rank: up to 2 k candidates of each query, with room to grow, and the
/// answers that the rank sends and receives.
double bytes_of_nearest(std::int64_t queries, std::int64_t k, std::int64_t rows);

/// The tree that joins results: the parent of each rank, to which it sends its neighbours; -1 for rank 0.
///
///   simple     all send to rank 0
///   staircase  in round i, (odd x 2^i) sends to (odd x 2^i - 2^i); Okada 1993, appendix 1, with the slip in print put
///              right
///   tree       the tree of lib/reduction for one result each; equal times for a message and a merge
std::vector<int> parents(document::SearchJoin join, int ranks);

/// The children of each rank, ascending.
std::vector<std::vector<int>> children_of(const std::vector<int>& parents);

/// Length of the longest chain of messages until rank 0 has all results, if each rank takes its children's as they
/// come. Cost: O(ranks log ranks).
std::int64_t messages_in_a_row(const std::vector<int>& parents);

/// Names of the work of a batch: schedule::Work::name.
enum Task {
  task_scan  ///< compare the rank's examples with the queries
};

/// Tags of messages. Those from tag_others on are free.
enum Tag { tag_join, tag_others };

/// Queries that are scanned together, and the answers that each wants.
struct Batch {
  std::int64_t queries = 1;
  std::int64_t k = document::SearchOptions{}.k;  ///< neighbours of a query
  bool ties_all = false;                         ///< with all that are as near as the last
};

/// Numbers of a message of answers: for each query how many neighbours, then their distances and rows.
std::int64_t numbers_of_answers(std::int64_t queries, std::int64_t neighbours);

/// The schedules of all ranks for one batch, shape [N]. A rank scans, takes its children's answers as they come, and
/// sends the k nearest of each query to its parent in the join tree. Only this function fixes the messages of a join.
///
///     rank 0  scan, take 1, take 2      staircase of 4: 3 -> 2, 1 -> 0, 2 -> 0
///     rank 2  scan, take 3, send 0
///
/// Where each rank scans its part of the placement, an answer has as many neighbours as the rank and those below it
/// have examples, but k at most. With ties, and where parts are shared out while the scan runs, lengths are
/// schedule::unknown_length; requests for parts, and the parts, belong to task_scan, for they depend on speeds.
///
/// The queries come before, by broadcast from rank 0.
/// Cost: O(N log N).
std::vector<schedule::Schedule> schedule(const document::Search& plan, const Batch& batch);

}  // namespace uneven::search
