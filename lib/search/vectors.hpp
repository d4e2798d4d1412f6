// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/common.hpp"
#include "document/options/plan_options.hpp"
#include "search/answers.hpp"
#include "search/kernels.hpp"
#include "search/packed.hpp"

namespace uneven::search {

using document::Metric;

/// A distance of vectors as a whole number that orders as it does, for Neighbour: its bits. @param distance  >= 0.
std::int64_t ordinal_of(double distance);
double distance_of(std::int64_t ordinal);

/// sum_i (a_i - b_i)^2, or 1 - a b / (|a| |b|), in double precision; at least 0. The sums have a fixed order, in eight
/// lanes, so that the bits are the same on every processor.
/// @param a, b  shape [floats], finite; not zero for cosine. @param floats  >= 1.
double vector_distance(Metric metric, const float* a, const float* b, std::int64_t floats);

/// About the bytes that a VectorScan takes beside its queries. @param queries  their number.
double bytes_of_scan(std::int64_t floats, std::int64_t queries);

/// Vectors as queries, scanned together, prepared once for any number of ranges. Examples and queries must outlive it.
///
/// Distances in single precision, with an error bound, find the examples that can be among the nearest; only these need
/// vector_distance(). For few queries a single-precision distance is a sum of squared differences, at the speed of
/// memory; for more it is |a|^2 + |b|^2 - 2 a b, the products by OpenBLAS, block by block, with the vectors moved to
/// their mean, or for cosine normalised, so that the bound is tight.
class VectorScan {
 public:
  VectorScan(const Packed& examples, std::span<const Query> queries, Metric metric, Isa isa = best_isa());

  /// Offers to nearest[q] every example of `rows` that can be among the nearest of queries[q]; answers do not depend on
  /// the ranges.
  /// @param nearest  shape [queries], may hold neighbours already.
  /// Cost: O(rows x queries x floats). Memory: a block of vectors, and of distances to all queries.
  void operator()(document::Range rows, std::span<Nearest> nearest);

 private:
  void by_differences(document::Range block, std::span<Nearest> nearest);
  void by_products(document::Range block, std::span<Nearest> nearest);
  void offer_exact(std::size_t query, Nearest& nearest);
  const float* centre() const { return metric_ == Metric::l2 ? centre_.data() : nullptr; }

  const Packed& examples_;
  std::span<const Query> queries_;
  Metric metric_;
  Isa isa_;
  std::int64_t floats_;
  std::vector<float> centre_;    // subtracted from all vectors, for l2
  std::vector<float> moved_;     // queries, shape [queries, floats]
  std::vector<double> squares_;  // |a|^2 of these
  std::vector<float> block_;     // moved examples of a block
  std::vector<float> halves_;    // |b|^2 / 2 of these
  std::vector<float> sums_;      // products, shape [queries, rows of a block], or distances of a query
  std::vector<float> norms_;     // |b|^2, for cosine
  std::vector<std::int64_t> near_;
};

}  // namespace uneven::search
