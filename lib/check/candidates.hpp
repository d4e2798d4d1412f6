// SPDX-License-Identifier: MIT
#pragma once

#include "document/faults.hpp"
#include "document/partition.hpp"

namespace uneven::check {

/// What a partition is said to cost: `predicted` and the candidates that it was chosen from.
///
/// Elements and their lower bound are worked out where it is known which processors the partition was made for: all, or
/// those that it uses. Candidates for other numbers of processors may have been weighed with other speeds. Without
/// candidates, a prediction of nothing but zeros says nothing.
/// @param speeds_known  the plan has a cluster.
void check_costs(const document::Partition& plan, const document::Node& json, bool speeds_known,
                 document::Faults& faults);

}  // namespace uneven::check
