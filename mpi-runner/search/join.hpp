#pragma once

#include <vector>

#include "search/nearest.hpp"
#include "search/share.hpp"

namespace uneven::search {

/// Rank 0 ends with the neighbours of all. Collective.
/// @param parents  of each rank, see join_tree.hpp.
void join(const Scanner& scanner, const std::vector<int>& parents, std::vector<Nearest>& nearest);

}  // namespace uneven::search
