#pragma once

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/candidates.hpp"
#include "partition/layout.hpp"

namespace uneven::partition {

/// A partition worked out, exactly and in whole numbers. Every processor of its columns has at least one cell.
struct Realised {
  Layout layout;
  WholeLayout whole;
  double small_group = 0;  ///< cuts as close as this were joined; 0: none were
};

/// @param draft         its areas are in proportion to speed, those of a grid as near to it as its rows and columns
///                      allow.
///
/// A draft that joins close cuts does so if fewer communication groups remain, if no processor has to be left out for
/// it, and for at most 2 % of the makespan.
/// @param vector_width  >= 1: shares are whole vectors of so many hidden units, but for the last of a column.
Realised realise(const Draft& draft, const Cluster& cluster, const Problem& problem, std::int64_t vector_width = 1);

/// What makes the plan run: cluster, shares, sums and trees; without how it was found and what is predicted.
document::Partition partition_of(const Realised& realised, const Problem& problem, const document::Speeds& speeds);

/// See cluster::imbalance(); work is cells. Rounding does not make it negative.
double imbalance(const document::Partition& plan);

}  // namespace uneven::partition
