#pragma once

#include <string>
#include <vector>

#include "search/nearest.hpp"
#include "search/share.hpp"

namespace uneven::search {

/// Who receives whose neighbours: parent of each rank, -1 for rank 0.
///
///   simple     all send to rank 0
///   staircase  in round i, (odd x 2^i) sends to (odd x 2^i - 2^i); Okada 1993, appendix 1, with the slip in print put
///   right tree       the tree of lib/reduction for one result each; equal times for a message and a merge
std::vector<int> parents(const std::string& join, int ranks);

/// Rank 0 ends with the neighbours of all. Collective.
void join(const Scanner& scanner, const std::vector<int>& parents, std::vector<Nearest>& nearest);

}  // namespace uneven::search
