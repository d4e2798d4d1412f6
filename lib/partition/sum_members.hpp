#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"

namespace uneven::partition {

/// The order in which processors take part in a sum: the fastest first, since the first members are those through which
/// most messages go; equally fast ones as given.
/// @param processors  of the plan's cluster.
/// Cost: O(k log k).
std::vector<int> sum_members(const document::Partition& plan, const std::vector<std::int64_t>& processors);

/// The same, of all processors of the cluster.
std::vector<int> sum_members(const document::Partition& plan);

}  // namespace uneven::partition
