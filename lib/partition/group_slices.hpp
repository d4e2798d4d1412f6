#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/cost.hpp"

namespace uneven::partition {

/// Consecutive elements of a vector that are summed by themselves.
struct Slice {
  std::int64_t first = 0, count = 0;
  int number = 0;  ///< among the slices of all groups, in the order in which they travel
};

/// How the sums over one communication group travel.
struct GroupSlices {
  std::vector<Slice> outputs, inputs;  ///< of dV, l x hidden units, and of dW, n x hidden units
};

/// Cuts the sums over a plan's groups into slices, each a segment of a message or, where those would be some hundreds,
/// as many of them as it takes: the first go back while the others come, so that links carry messages both ways. Rings
/// go in parts anyway, and there a sum is one slice.
/// @param element_bytes  of a number that is sent.
/// @return               by group; nothing for groups of one member.
/// Cost: O(slices), some hundreds at most, and a few for each group.
std::vector<GroupSlices> group_slices(const std::vector<document::Group>& groups, const document::Perceptron& network,
                                      Collective collective, std::int64_t element_bytes);

}  // namespace uneven::partition
