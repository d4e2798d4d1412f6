// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "elements/kernels/kernels.hpp"

namespace uneven::elements {

/// k-means||, whose supersteps do not grow in number with k: rounds that each sample many candidates, with probability
/// in proportion to the squared distance to the nearest one so far; then each candidate is weighed by the points that
/// are nearest to it, and k-means++ chooses k of the weighted candidates in one place.
///
/// Source: Bahmani, Moseley, Vattani, Kumar and Vassilvitskii, Proc. VLDB Endow. 5(7), 2012, algorithm 2, with
///   l = 2 k and 5 rounds. We differ: a round samples exactly l points without replacement (Efraimidis and Spirakis,
///   2006), where theirs samples l in the mean, so that tables have one size.
struct ParallelSeeding {
  static constexpr int rounds = 5, oversampling = 2;

  std::uint64_t seed = 1;
  int dimensions = 1;
  std::int64_t clusters = 1;  ///< k

  std::int64_t slots() const { return oversampling * clusters; }

  /// Doubles of each of k messages that together hold the candidates of a round or the weights of all of them, and the
  /// mark.
  int message() const;

  /// The block's candidates, by their draws, shape [slots, 1 + dimensions]; where there are fewer, the draw is
  /// infinite.
  /// @param first  number of its first point. @param chosen  candidates so far, shape [n, dimensions], n > 0.
  void propose(const Points& points, std::int64_t first, std::span<const double> chosen, double* table) const;

  /// Whether a table is of propose().
  bool holds_candidates(const double* table) const { return table[mark()] != 0; }

  /// Keeps the candidates with the smallest draws; ties keep the left one.
  void keep_better(double* into, const double* from) const;

  /// Appends what all blocks proposed to the candidates.
  void take(const double* table, std::vector<double>& chosen) const;

  /// Counts for each candidate the points that are nearest to it.
  void weigh(const Points& points, std::span<const double> chosen, double* table) const;

  /// k of the candidates, shape [clusters, dimensions]. Where fewer are distinct, the others are the first one.
  /// Cost: O(n k dimensions).
  std::vector<double> choose(std::span<const double> candidates, const double* weights) const;

 private:
  std::int64_t mark() const { return clusters * message() - 1; }
};

}  // namespace uneven::elements
