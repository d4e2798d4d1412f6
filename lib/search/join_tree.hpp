// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/search.hpp"

namespace uneven::search {

/// The tree that joins results: the parent of each rank, to which it sends its neighbours; -1 for rank 0.
///
///   simple     all send to rank 0
///   staircase  in round i, (odd x 2^i) sends to (odd x 2^i - 2^i); Okada 1993, appendix 1, with the slip in print put
///              right
///   tree       the tree of lib/reduction for one result each; equal times for a message and a merge
std::vector<int> parents(document::SearchJoin join, int ranks);

/// The children of each rank, ascending.
std::vector<std::vector<int>> children_of(const std::vector<int>& parents);

/// Length of the longest chain of messages until rank 0 has all results, if each rank takes its children's as they
/// come. Cost: O(ranks log ranks).
std::int64_t messages_in_a_row(const std::vector<int>& parents);

}  // namespace uneven::search
