#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/search.hpp"

namespace uneven::search {

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
