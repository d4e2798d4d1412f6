// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/partition.hpp"
#include "document/speeds.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/layout.hpp"

namespace uneven::partition {

/// A partition worked out, exactly and in whole numbers. Every processor of its columns has at least one cell.
struct Rounded {
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
Rounded round_partition(const Draft& draft, const Cluster& cluster, const Problem& problem,
                        std::int64_t vector_width = 1);

/// What makes the plan run: cluster, shares, sums and trees; without how it was found and what is predicted.
document::Partition partition_of(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds);

/// See statistics::imbalance(); work is cells. Rounding does not make it negative.
double imbalance(const document::Partition& plan);

/// Rounds a layout to whole samples and hidden units so that the makespan max_i(m_i s_i / v_i) is as small as possible.
///
/// Without `keep_joined` it is exactly the least: the hidden units of column c are shared so that h_c = max_i(m_i /
/// v_i) is least, and then the samples so that max_c(s_c h_c) is. With it, cuts at one height (equal to the last bit)
/// stay at one height, and samples and cuts are improved in turn.
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
