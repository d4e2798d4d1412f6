// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/search/cost.hpp"

namespace uneven::partition {

/// Chunks that are worked on at a time where several processors share a column: the sum of one travels while the next
/// is computed. More of them would not stay in the cache until their sums are back.
inline constexpr int chunks_in_flight = 2;

/// A processor's way through its chunks: those in flight go forward before the first of them goes back. What is
/// measured, predicted and run have it from here.
/// @param forward, backward  called with the number of a chunk.
template <class Forward, class Backward>
void through_chunks(std::int64_t chunks, int in_flight, Forward forward, Backward backward) {
  const std::int64_t behind = in_flight - 1;
  for (std::int64_t c = 0; c < chunks + behind; ++c) {
    if (c < chunks) forward(c);
    if (c >= behind) backward(c - behind);
  }
}

/// Samples that the processors of a column work on at a time: as many as stay in a cache, and so few that the sum of
/// their outputs travels in messages that leave in one piece; 64 at least.
/// @param tallest     the largest number of hidden units in the column.
/// @param processors  of the column; one alone sends nothing.
std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes);

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

/// The order in which processors take part in a sum: the fastest first, since the first members are those through which
/// most messages go; equally fast ones as given.
/// @param processors  of the plan's cluster.
/// Cost: O(k log k).
std::vector<int> sum_members(const document::Partition& plan, const std::vector<std::int64_t>& processors);

/// The same, of all processors of the cluster.
std::vector<int> sum_members(const document::Partition& plan);

}  // namespace uneven::partition
