// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

/// The rectangles of a partition, exact and in whole numbers. Every processor in its columns has at least one cell.
struct Rounded {
  Layout layout;
  WholeLayout whole;
  double small_group = 0;  ///< cuts up to this distance were joined; 0: none were
};

/// Computes the rectangles of a draft. Areas are proportional to speed; in a grid, as nearly as rows and columns allow.
///
/// A draft with joins_close joins close cuts if that leaves fewer communication groups, leaves out no further
/// processor, and lengthens the makespan by at most 2 %.
///
/// @param vector_width  >= 1: shares are multiples of this many hidden units, except the last share of a column.
Rounded round_partition(const Draft& draft, const Cluster& cluster, const Problem& problem,
                        std::int64_t vector_width = 1);

/// The part of the plan that a run needs: cluster, shares, sums and trees; no candidates and no predictions.
document::Partition partition_of(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds);

/// See statistics::imbalance(); work is cells. Rounding does not make it negative.
double imbalance(const document::Partition& plan);

/// Rounds a layout to whole samples and hidden units so that the makespan max_i(m_i s_i / v_i) is as small as possible.
///
/// Without `keep_joined` the makespan is exactly minimal: the hidden units of column c are shared so that h_c =
/// max_i(m_i / v_i) is least, and then the samples so that max_c(s_c h_c) is least. With `keep_joined`, cuts at one
/// height (equal to the last bit) stay at one height, and samples and cuts are improved in turn.
///
/// @param speeds   v_i by processor, any unit.
/// @param samples  s >= 1.
/// @param hidden   m >= 1.
/// @return         columns without samples and rectangles without hidden units are possible; see leave_out_empty.
/// Cost: O(N log N).
WholeLayout whole_numbers(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                          std::int64_t hidden, bool keep_joined);

/// max_i(m_i s_i / v_i), in units per unit of speed.
double makespan(const Layout& layout, const WholeLayout& whole, const std::vector<double>& speeds);

}  // namespace uneven::partition
