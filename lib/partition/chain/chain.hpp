// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/chain/placement.hpp"
#include "partition/cost.hpp"
#include "partition/plan.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

// How the work of a perceptron of several hidden layers divides.
//
// One hidden layer (Ozawa 2004, and lib/perceptron). A processor has a rectangle of hidden units x samples. For these
// units it has the rows of W (m x n) and the columns of V (l x m). The inputs of its samples are data, which it reads
// whole. So it computes the values of its hidden units alone. Its product with V is a partial sum of all l outputs: its
// column adds them, l for each sample, and from then on every processor of the column has all outputs, and the output
// errors, of its samples. The errors of its hidden units follow from its own columns of V. Its gradients are sums over
// its own samples: columns add them, n + l for each hidden unit. That is eq. (10),
//
//     2 l s max_c(width_c (k_c - 1)) + 2 (n + l) m (C - 1)
//
// Seen by weight matrix: W is cut by its outputs, V by its inputs, and both by the same partition. A matrix of a inputs
// and b outputs divides in these two ways:
//
//                      cut by outputs                       cut by inputs
//     rectangles       of the b outputs x samples           of the a inputs x samples
//     forward          needs all a values of its samples;   needs the values of its rectangle;
//                      gives the values of its rectangle    columns add partial sums: b of each sample, then whole
//     backward         needs the errors of its rectangle;   needs all b errors of its samples;
//                      columns add partial errors: a of     gives the errors of its rectangle
//                      each sample, then whole
//     gradients        columns add a for each output        columns add b for each input
//     eq. (10)         2 a s max_c(..) + 2 a b (C - 1)      2 b s max_c(..) + 2 a b (C - 1)
//
// The first matrix is cut by outputs, for its inputs are data, and it has no errors to add: 2 a b (C - 1). W by outputs
// and V by inputs with one partition cost eq. (10) together: a network of one hidden layer is a chain of two matrices
// between which nothing moves.
//
// A chain of L weight matrices chooses for each the side that is cut and a partition. Between two matrices lie the
// values of u units x s samples. The lower matrix leaves them in its rectangles (cut by outputs) or whole in its
// columns (cut by inputs); the upper one needs them in its rectangles (cut by inputs) or whole (cut by outputs). Each
// processor receives what it needs and does not have. Errors go back between the same two placements. See Placement,
// exchange().
//
//     elements   a layer: eq. (10). A move: as eq. (10) counts the messages of the first processor of a sum, one after
//                the other, the elements sent and received by the busiest processor, forward and backward.
//     seconds    a layer: the longest work, the sums of the slowest column, the sums of all groups. A move: as
//                ChainTime::move_seconds(). Layers wait for each other: the seconds of a plan are the sum of these.
//
// ChainPart is the schedule of one processor, ChainTrainer performs it.
//
// Both are sums over layers and moves between neighbours, so the cheapest chain is found exactly by dynamic programming
// over the layers, see cheapest_chain(). Candidates of a layer, for both sides: the partitions that a network of one
// hidden layer would compare, each rounded to whole samples and units. Moves are counted in these whole numbers.

/// A network with its samples, and how sums are made.
struct ChainProblem {
  std::vector<std::int64_t> units;  ///< of each layer, from the inputs to the outputs; L + 1
  std::int64_t samples = 1;
  Collective collective = Collective::linear;

  std::size_t layers() const { return units.size() - 1; }  ///< weight matrices, L
};

/// The problem of one hidden layer for which eq. (10) counts the elements of a weight matrix, see
/// document::partition_of().
Problem problem_of(const ChainProblem& chain, std::size_t layer, document::Side cut);

/// A bound on the elements of any chain that uses as many processors for each layer: that of each layer, cut in the
/// better way.
/// @param ascending  whole speeds of the processors of each layer, see LowerBound.
double chain_bound(const ChainProblem& chain, const std::vector<std::vector<std::int64_t>>& ascending);

/// The same for a plan, at most its own elements; nothing if a processor has no part of some layer.
std::optional<double> chain_bound(const document::Partition& plan);

/// A partition in whole numbers with the exact shares that it rounds.
struct RoundedShape {
  Layout layout;
  Shape shape;
  double small_group = 0;
};

/// One way to share one weight matrix.
struct LayerCandidate {
  document::Side cut = document::Side::outputs;
  document::Candidate row;
  std::shared_ptr<const RoundedShape> rounded;
  Placement below, above;  ///< of its inputs and of its outputs
  double cost = 0;         ///< of the layer alone: at first its elements
};

/// All ways to share each weight matrix that `options` allow; shape [layers].
///
/// Every number of columns up to 64 processors, some above; grids, equal shares and free order where they are asked
/// for; by seconds also fewer processors and the ways to join cuts.
/// @throws UsageError  if there are none.
std::vector<std::vector<LayerCandidate>> layer_candidates(const ChainProblem& chain, const Options& options,
                                                          const ActiveSet& active_set);

/// One candidate for each layer, as indices, and what they cost with the moves between them.
struct Chain {
  std::vector<std::size_t> chosen;
  double cost = 0;
};

/// Cost of a move between two neighbouring layers, >= 0, both ways. If it is `enough` or more, the function may return
/// any number >= `enough`.
using MoveCost = std::function<double(const LayerCandidate& lower, const LayerCandidate& upper, double enough)>;

inline constexpr double no_limit = std::numeric_limits<double>::infinity();

/// In elements: sent and received by the busiest processor, forward and backward.
double moved_elements(const LayerCandidate& lower, const LayerCandidate& upper, double enough = no_limit);

/// The chain with the least sum of costs. Exact: the least cost up to each candidate of a layer follows from those of
/// the layer before. A predecessor is not tried if it costs as much without the move as another with it.
///
/// Ties go to the cheaper predecessor, then to the earlier candidate.
/// @param allowed  which candidates may be chosen; at least one of each layer.
/// Cost: O(L c^2) moves at most, for c candidates; few of them if good chains move little.
Chain cheapest_chain(const std::vector<std::vector<LayerCandidate>>& layers, const MoveCost& move,
                     const std::function<bool(const LayerCandidate&)>& allowed);

/// Plans a network of any number of hidden layers, see plan(). A network of one hidden layer may get a cheaper chain
/// than eq. (10) allows, if its outputs are cut.
///
/// @param units    of all layers; options.network is not read.
/// Memory: as plan(), see weigh(). Speeds are those while all processors work.
/// @throws UsageError  for balance time, for more than 4,096 processors, or as plan().
/// @throws InputError  as plan(), and if more than 4 x 10^18 values of a layer lie on processors. Where no chain fits
///                     the memory, it tells the samples that would.
document::Partition plan_chain(const document::Speeds& speeds, const std::vector<std::int64_t>& units,
                               const Options& options);

/// The same; nothing if no chain fits the memory.
/// @param before   a plan of the same network, samples and number of processors; null: none. Each layer keeps its
///                 number of columns, and by seconds that of its processors, where a candidate has it.
/// @param quick    asks only whether one does.
std::optional<document::Partition> plan_chain_within_memory(const document::Speeds& speeds,
                                                            const std::vector<std::int64_t>& units,
                                                            const Options& options,
                                                            const document::Partition* before = nullptr,
                                                            bool quick = false);

}  // namespace uneven::partition
