// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "document/speeds.hpp"

namespace uneven::simulated {

/// A host at a part of its speed from one moment of the simulated clock to another.
struct Load {
  std::string host;
  double speed = 1;
  double from_s = 0, to_s = 0;
};

/// "HOST:SPEED@FROM-TO,...", seconds. @throws UsageError
std::vector<Load> parse_loads(const std::string& text);

/// The speeds of ranks by the clock.
class Loads {
 public:
  /// @throws InputError  if a load is of a host that the speeds lack.
  Loads(const std::vector<Load>& loads, const document::Speeds& speeds);

  bool empty() const { return changes_.empty(); }

  /// As a part of the rank's own: the lowest of its loads at that moment, 1 without any.
  double speed(int rank, double time_s) const;
  /// When this changes next; infinite if it does not. Cost: O(loads of the rank), as of speed().
  double next_change(int rank, double time_s) const;

 private:
  std::vector<std::vector<Load>> changes_;  ///< by rank; empty: none of any
};

}  // namespace uneven::simulated
