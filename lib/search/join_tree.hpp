// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace uneven::search {

/// Who receives whose neighbours: parent of each rank, -1 for rank 0.
///
///   simple     all send to rank 0
///   staircase  in round i, (odd x 2^i) sends to (odd x 2^i - 2^i); Okada 1993, appendix 1, with the slip in print put
///              right
///   tree       the tree of lib/reduction for one result each; equal times for a message and a merge
std::vector<int> parents(const std::string& join, int ranks);

/// After how many messages in a row rank 0 has all, if each rank takes its children's as they come.
/// Cost: O(ranks log ranks).
std::int64_t messages_in_a_row(const std::vector<int>& parents);

}  // namespace uneven::search
