// SPDX-License-Identifier: MIT
#pragma once

#include "document/faults.hpp"
#include "document/partition.hpp"

namespace uneven::check {

/// That the exact rectangles tile the unit square: those of a column are as wide as it, stand on each other from 0 to 1
/// and begin where the columns before end.
void check_tiling(const document::Partition& plan, const document::Node& json, document::Faults& faults);

/// That their areas are those of the method: in proportion to the speeds of the cluster (Ozawa 2004, eq. 9), but for
/// the cuts that were joined, or those of a grid. Shares balanced for time follow from more than a plan tells, and so
/// do those of a plan that rounding left without a processor after cuts were joined, or of a grid.
void check_shares(const document::Partition& plan, const document::Node& json, document::Faults& faults);

/// What a partition is said to cost: `predicted` and the candidates that it was chosen from.
///
/// Elements and their lower bound are worked out where it is known which processors the partition was made for: all, or
/// those that it uses. Candidates for other numbers of processors may have been weighed with other speeds. Without
/// candidates, a prediction of nothing but zeros says nothing.
/// @param speeds_known  the plan has a cluster.
void check_costs(const document::Partition& plan, const document::Node& json, bool speeds_known,
                 document::Faults& faults);

}  // namespace uneven::check
