// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/chain/chain.hpp"

namespace uneven::partition {

/// Numbers that a processor holds of one weight matrix of a inputs and b outputs, of which it has a' x b' for s samples
/// (a' = a or b' = b, as the matrix is cut), in column c of C among k processors:
///
///     held      3 a' b'               weights, gradient, velocity
///               a' b'                 the gradient packed for the sums over groups, if C > 1
///               s (2 a' + 3 b')       values and errors of the inputs; sums, slopes and errors of the outputs
///               s b'                  targets, of the last matrix
///     groups    vectors of a' b' that it adds at a time for the sums over groups, see received_vectors()
///     column    likewise of its column: of s b (cut by inputs), s a (cut by outputs), nothing for the first matrix
///
/// Not counted: biases; and where outputs that are cut are joined for a softmax, the sums of all outputs.
struct LayerHold {
  document::Range samples;
  double held = 0, groups = 0, column = 0;
};

/// @param layer   of the network.
/// @param speeds  of all processors: the fastest member of a linear sum adds.
/// @return        by processor, shape [N].
/// Cost: O(N log N), with groups O(groups C).
std::vector<LayerHold> layer_holds(const ChainProblem& chain, std::size_t layer, document::Side cut, const Shape& shape,
                                   const std::vector<double>& speeds, bool with_groups = true);

/// Bytes that each processor holds while it trains, shape [N]: what it holds of all matrices, and the largest of
///
///     the vectors that it adds of all groups, and those of one column
///     the samples that it reads: inputs and outputs of those of its part of the first matrix, and of those of the last
///     matrix if these are others
///     all weights, which the first processor at work reads and writes
///
/// @param layers  of each weight matrix, see layer_holds().
std::vector<double> chain_bytes(const ChainProblem& chain, const std::vector<std::vector<LayerHold>>& layers,
                                std::int64_t element_bytes);

/// The same of a plan.
std::vector<double> chain_bytes(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
