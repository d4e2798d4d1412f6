// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/options/search_options.hpp"
#include "document/search.hpp"
#include "schedule/schedule.hpp"

namespace uneven::search {

/// Names of the work of a batch: schedule::Work::name.
enum Task {
  task_scan  ///< compare the rank's examples with the queries
};

/// Tags of messages. Those from tag_others on are free.
enum Tag { tag_join, tag_others };

/// Queries that are scanned together, and what is asked about each.
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
/// schedule::unknown_length; what is asked and given meanwhile is part of task_scan, for it depends on speeds.
///
/// The queries come before, by broadcast from rank 0.
/// Cost: O(N log N).
std::vector<schedule::Schedule> schedule(const document::Search& plan, const Batch& batch);

}  // namespace uneven::search
