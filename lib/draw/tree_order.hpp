#pragma once

#include <cstddef>
#include <vector>

#include "document/reduction_tree.hpp"

namespace uneven::draw {

/// A processor met on a walk through a tree.
struct Visit {
  std::size_t node = 0;  ///< index in tree.processors
  std::size_t depth = 0;
  bool last = true;  ///< the last child of its parent
};

/// All processors below the root, parents first, children in the order in which they are combined.
/// Cost: O(p) time and memory; no recursion, so that a list may be long.
std::vector<Visit> walk(const document::ReductionTree& tree);

/// Index in tree.processors by processor number; tree.processors.size() for numbers that are not in the tree.
std::vector<std::size_t> index_of_processors(const document::ReductionTree& tree);

}  // namespace uneven::draw
