// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <optional>

#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/rounded.hpp"

namespace uneven::partition {

/// All processors, with their speeds while some of them, the fastest, compute and the others rest.
struct ActiveSet {
  const document::Speeds& speeds;
  Cluster cluster;
};

/// The ActiveSet for each number of computing processors; a single one if no machine is shared.
class ActiveSets {
 public:
  /// @param speeds  must outlive this.
  /// @throws InputError if a speed is not finite and positive.
  explicit ActiveSets(const document::Speeds& speeds);

  /// @param count  number of computing processors, 1 to N.
  const ActiveSet& of(std::int64_t count);

 private:
  ActiveSet everybody_;
  std::list<document::Speeds> of_fewer_;
  std::map<std::int64_t, ActiveSet> smaller_;
};

using document::Balance;

/// Shares the columns of a draft anew to shorten the longest busy time, in a few trials. In each trial, a processor
/// that was busy for t seconds with w cells counts as one of speed w / t.
/// @param draft     of method columns.
/// @param rounded   the draft rounded by speed.
/// @param speeds    with a network.
/// @return          the best trial; nothing if none is better. Columns keep the processors that they have in `rounded`.
/// Cost: that of busy_seconds_per_iteration() for a few plans.
std::optional<Rounded> balanced(Draft draft, const Rounded& rounded, const Problem& problem,
                                const document::Speeds& speeds);

}  // namespace uneven::partition
