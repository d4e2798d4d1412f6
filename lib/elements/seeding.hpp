#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "elements/program.hpp"

namespace uneven::elements {

/// k-means++ as supersteps: each chooses one more centroid, a point with probability in proportion to its squared
/// distance to the nearest one chosen so far.
///
/// A block of total weight W draws ln(1/u) / W; the block with the least draw is chosen with probability in proportion
/// to W, which needs no sum over the blocks and is the same wherever they are; inside it, a point by its share of W.
/// Source: Arthur and Vassilvitskii, SODA 2007, section 2.2; Efraimidis and Spirakis, Inf. Process. Lett. 97, 2006.
struct Seeding {
  std::uint64_t seed = 1;
  int dimensions = 1;

  /// Doubles of a candidate: its draw, then its coordinates.
  int message() const { return 1 + dimensions; }

  /// The block's candidate. @param chosen  centroids so far, shape [n, dimensions].
  void propose(const Batch& batch, std::span<const double> chosen, double* candidate) const;

  /// Keeps the candidate with the smaller draw, the left one of equals.
  void keep_better(double* into, const double* from) const;
};

}  // namespace uneven::elements
