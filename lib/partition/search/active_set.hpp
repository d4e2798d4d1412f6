// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <list>
#include <map>

#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

/// All processors, with the speeds that they have while the fastest of them compute and the others rest.
struct ActiveSet {
  const document::Speeds& speeds;
  Cluster cluster;
};

/// A active_set for each number that computes; one for all where machines are not shared.
class ActiveSets {
 public:
  /// @param speeds  must outlive this.
  /// @throws InputError if a speed is not finite and positive.
  explicit ActiveSets(const document::Speeds& speeds);

  /// @param count  of processors that compute, 1 to N.
  const ActiveSet& of(std::int64_t count);

 private:
  ActiveSet everybody_;
  std::list<document::Speeds> of_fewer_;
  std::map<std::int64_t, ActiveSet> smaller_;
};

}  // namespace uneven::partition
