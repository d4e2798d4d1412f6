// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "document/search.hpp"
#include "document/speeds.hpp"

namespace uneven::search {

/// The times of a plan, from measured speeds. entry_s and serial_s stay 0. So do message_s, start_s and answer_s
/// without a network, and query_s without curves of the kernel "search".
///
/// Messages are those of processor 0, which hands out parts and gets all results in the end.
/// @param task_s        time of one example against one query, mean over the processors of the plan.
/// @param first_task_s  the same at processor 0.
document::SearchTimes measured_times(const document::Speeds& speeds, double task_s, double first_task_s);

/// The request for a plan.
struct PlanRequest {
  std::int64_t examples = 0;
  std::int64_t queries = 1;                  ///< queries scanned together
  std::vector<document::Processor> cluster;  ///< only ratios of their speeds count
  document::SearchTimes times;
  std::optional<document::SearchMethod> method;  ///< none: the fastest predicted
  std::int64_t pieces = 4;                       ///< h
  document::SearchJoin join = document::SearchJoin::staircase;
  std::optional<double> example_bytes{};  ///< that an example occupies; counts where memory is known
};

/// Plans a search: the method, the predicted times of all methods, the send unit, and each processor's first range.
///
/// Where the memory of a processor is known, methods whose examples have no room have no seconds and are not chosen,
/// and parts in proportion to speed are at most what has room, see examples_held().
///
/// asynchronous-data uses only the n processors of its send unit, the fastest; the plan is then for these.
///
/// @throws InputError  no processor, more processors than examples, times not finite or negative or task_s = 0, or a
///   method that cannot work with them; too little memory, with the number of examples that has room.
/// Cost: O(h N log N).
document::Search plan(const PlanRequest& request);

}  // namespace uneven::search
