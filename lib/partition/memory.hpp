// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"

namespace uneven::partition {

/// Ones among the inputs of a sample, where they are one-hot: as many as a window of seven letters has.
inline constexpr std::int64_t ones_of_sample = 7;

using collective::Collective;

/// Vectors of other members that a member of a sum receives before it adds them: (k - 1) / k of one in a ring.
/// @param me  its place. @param children  read only for Collective::tree.
double received_vectors(Collective collective, std::size_t me, std::size_t members, std::size_t children);

/// How a run keeps numbers and samples in memory.
struct Storage {
  std::int64_t element_bytes = 4;  ///< E: of a number, 4 or 8
  bool dense = false;              ///< inputs are numbers; else lists of ones
};

/// Bytes that each processor holds while it trains: h hidden units and s samples of an n-m-l network, with H = h in
/// rows that do not compete for cache sets (perceptron::stride_of()), L = l in whole vectors of 16, C columns of the
/// plan, and chunks of c samples, f of them in flight: 2, or 1 in a column of one processor.
///
///     3 E (n + l) H          weights, gradient, velocity
///     E h L                  the outputs' weights once more, transposed
///     f E c (H + l)          hidden values and outputs of the chunks in flight
///     E (n + l) h            dV and dW packed for the sums over groups, if C > 1
///     E r                    the vectors of other members that it adds at a time, r numbers: (k - 1) (n + l) h and
///                            f (k - 1) c l of k members at the first member of linear sums, 0 at the others; as many
///                            vectors as it has children in a tree; one less 1/k of it in a ring
///     E s l                  targets
///     E s n                  inputs, if dense
///     s (8 + 8 a) + ceil(s / c) (8 + 12 min(n, a c))
///                            one-hot inputs, with a = min(7, n) ones each, listed by sample and by input
///     E (n + l) m            all weights, which the first processor reads and writes
///
/// Not counted: the program and its libraries, messages inside MPI, and a text file while it is read.
///
/// @param plan  read are network, samples, collective, trees, columns, rectangles and cluster.
/// @return      by rectangle.
/// Cost: O(groups x columns) and O(N log N).
std::vector<double> training_bytes(const document::Partition& plan, const Storage& storage);

/// How the run of a plan keeps samples: as Partition::input says, else as its kernel_options do; one-hot if neither
/// does. Numbers are single.
Storage storage_of(const document::Partition& plan);

/// Whether each processor has the memory that it needs, as far as its memory is known.
bool fits_memory(const document::Partition& plan);

/// Whether each processor has the memory for its rectangle, see training_bytes().
/// @param input  form of the samples' inputs, one-hot or dense.
bool fits_memory(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds,
                 const std::string& input);

/// Shares the columns of a draft anew so that each processor has the memory for its rectangle, in trials: processors
/// with too little memory get smaller rectangles, and the others share the rest, see shares::CappedCells.
///
/// @param draft    of method columns.
/// @param rounded  the draft rounded by speed. Columns keep the processors that they have in it, but for those that are
///                 left out.
/// @return         the trial with the least makespan; nothing if none fits.
/// Cost: 24 times that of round_partition() and training_bytes().
std::optional<Rounded> smaller_where_memory_is_short(Draft draft, const Rounded& rounded, const Problem& problem,
                                                     const document::Speeds& speeds, const std::string& input);

/// A hint for a user whose network and samples do not fit: the most samples, and the most hidden units, that would.
///
/// @param fits  whether some partition fits with these numbers of samples and hidden units; asked about log2(samples
/// hidden) times. Precondition: fits(samples, network.hidden) is false.
std::string what_fits(const document::Perceptron& network, std::int64_t samples,
                      const std::function<bool(std::int64_t samples, std::int64_t hidden)>& fits);

/// The same without hidden units.
std::string what_fits(const std::string& network, std::int64_t samples,
                      const std::function<bool(std::int64_t samples)>& fits);

}  // namespace uneven::partition
