// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/search/cost.hpp"

namespace uneven::partition {

/// Chunks in flight in a column of several processors: the sum of one travels while the next is computed. More chunks
/// would leave the cache before their sums are back.
inline constexpr int chunks_in_flight = 2;

/// The order in which a processor works on its chunks: `in_flight` forward passes, then the first backward pass, and so
/// on in turn. Measurement, prediction and run share this order.
/// @param forward, backward  the passes; called with the number of a chunk.
template <class Forward, class Backward>
void through_chunks(std::int64_t chunks, int in_flight, Forward forward, Backward backward) {
  const std::int64_t behind = in_flight - 1;
  for (std::int64_t c = 0; c < chunks + behind; ++c) {
    if (c < chunks) forward(c);
    if (c >= behind) backward(c - behind);
  }
}

/// Samples of a chunk in a column: as many as fit into a cache, but so few that the sum of their outputs is one message
/// of at most simulate::segment_bytes; at least 64.
/// @param tallest     the largest number of hidden units of a rectangle in the column.
/// @param processors  number of processors of the column; one alone sends nothing.
std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes);

/// Consecutive elements of a vector, summed in one all-reduce.
struct Slice {
  std::int64_t first = 0, count = 0;
  int number = 0;  ///< among the slices of all groups, in the order in which they travel
};

/// The slices of the sums over one communication group.
struct GroupSlices {
  std::vector<Slice> outputs, inputs;  ///< of dV, l x hidden units, and of dW, n x hidden units
};

/// Cuts the sums over a plan's groups into slices of one message segment, or of several if there would be hundreds of
/// slices. The results of the first slices return while the others travel, so that links carry messages both ways. With
/// a ring, which cuts vectors itself, a sum is one slice.
/// @param element_bytes  bytes of a number in a message.
/// @return               by group; no slices for groups of one member.
/// Cost: O(slices), some hundreds at most, and a few for each group.
std::vector<GroupSlices> group_slices(const std::vector<document::Group>& groups, const document::Perceptron& network,
                                      Collective collective, std::int64_t element_bytes);

/// Members of a sum in order: the fastest processor first, because the first members handle the most messages. Ties
/// keep the given order.
/// @param processors  the members, as indices into the plan's cluster.
/// Cost: O(k log k).
std::vector<int> sum_members(const document::Partition& plan, const std::vector<std::int64_t>& processors);

/// The members of a sum over all processors of the cluster.
std::vector<int> sum_members(const document::Partition& plan);

}  // namespace uneven::partition
