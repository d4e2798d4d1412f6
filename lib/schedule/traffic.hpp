// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "schedule/schedule.hpp"

namespace uneven::schedule {

/// What one rank sends to another.
struct Sent {
  std::int64_t messages = 0, bytes = 0;
  bool operator==(const Sent&) const = default;
};

/// By sender and receiver; pairs that do not talk are not in it.
using Traffic = std::map<std::pair<int, int>, Sent>;

/// Adds what a rank sends in one performance. An agreement counts once.
/// Cost: O(messages log pairs).
void add_traffic(const Schedule& schedule, int rank, Traffic& traffic);

/// Bytes of one performance.
struct Bytes {
  std::int64_t largest = 0;  ///< sent by the busiest rank
  std::int64_t sum = 0;      ///< sent by all ranks
};
Bytes bytes_of(const Traffic& traffic);

}  // namespace uneven::schedule
