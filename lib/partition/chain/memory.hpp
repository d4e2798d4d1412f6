// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "partition/chain/chain.hpp"

namespace uneven::partition {

/// Memory of one processor for one weight matrix, in numbers.
///
/// The matrix has a inputs and b outputs. The processor has a' x b' of it, where a' = a or b' = b, as the matrix is
/// cut, and s samples, in one of C columns:
///
///     held      3 a' b'               weights, gradient, velocity
///               a' b'                 the gradient packed for the sums over groups, if C > 1
///               s (2 a' + 3 b')       values and errors of the inputs; sums, slopes and errors of the outputs
///               s b'                  targets, of the last matrix
///     groups    vectors of a' b' received for the sums over groups, see received_vectors()
///     column    vectors received for the sums of a column: s b (cut by inputs) or s a (cut by outputs); none for the
///               first matrix
///
/// Not counted: biases, and the sums of all outputs where a softmax joins outputs that are cut.
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

/// Peak bytes of each processor while it trains, shape [N]: `held` of all matrices, and the largest of
///
///     the vectors received for the sums over groups, and for those of one column
///     the samples read: inputs and outputs of the samples of the first matrix, and of those of the last if they differ
///     all weights, which the first processor at work reads and writes
///
/// @param layers  of each weight matrix, see layer_holds().
std::vector<double> chain_bytes(const ChainProblem& chain, const std::vector<std::vector<LayerHold>>& layers,
                                std::int64_t element_bytes);

/// The same of a plan.
std::vector<double> chain_bytes(const document::Partition& plan, std::int64_t element_bytes);

}  // namespace uneven::partition
