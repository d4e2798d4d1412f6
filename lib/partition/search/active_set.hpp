// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>

#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"

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

}  // namespace uneven::partition
