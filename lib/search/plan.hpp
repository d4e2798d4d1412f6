// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/search.hpp"
#include "document/speeds.hpp"

namespace uneven::search {

/// What measured speeds tell of a plan's times. entry_s and serial_s stay 0, and without a network message_s, start_s
/// and answer_s, without curves of the kernel "search" query_s.
///
/// Messages are those of processor 0, which hands out parts and has all results in the end.
/// @param task_s        one example against one query, mean over the processors of the plan.
/// @param first_task_s  the same at processor 0.
document::SearchTimes measured_times(const document::Speeds& speeds, double task_s, double first_task_s);

/// What a plan is asked for.
struct PlanRequest {
  std::int64_t examples = 0;
  std::int64_t queries = 1;                  ///< scanned together
  std::vector<document::Processor> cluster;  ///< their speeds count in ratio only
  document::SearchTimes times;
  std::optional<std::string> method;  ///< none: the fastest predicted
  std::int64_t pieces = 4;            ///< h
  std::string join = "staircase";
};

/// The method, its predicted time beside those of all others, the send unit and who begins where.
///
/// asynchronous-data works with the n processors of its send unit only, the fastest; the plan is then for these.
///
/// @throws InputError  no processor, more processors than examples, times not finite or negative or task_s = 0, or a
///   method that cannot work with them.
/// Cost: O(h N log N).
document::Search plan(const PlanRequest& request);

}  // namespace uneven::search
