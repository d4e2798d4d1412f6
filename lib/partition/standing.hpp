#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"

namespace uneven::partition {

/// What the first processor of a plan knows of a run after an iteration.
struct Standing {
  const document::Partition& plan;       ///< that is followed; every processor has a rectangle
  const std::vector<int>& ranks;         ///< of its processors, in the run's first plan
  const std::vector<double>& compute_s;  ///< of the iterations with this plan, by processor
  std::size_t iterations;                ///< that compute_s counts
  std::int64_t done;                     ///< of the whole run
  double seconds;                        ///< since the run began
};

}  // namespace uneven::partition
