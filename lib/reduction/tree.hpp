#pragma once

#include <cstdint>
#include <vector>

#include "document/reduction_tree.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// A processor's part in a tree that is being made.
struct Member {
  std::int64_t rank = 0;
  std::int64_t parent = -1;  ///< rank; -1 for the root
  std::int64_t items = 0;
};

/// What a tree was made for; where vectors are cut into pieces, the times of one.
Model model_of(const document::ReductionTree& tree);

/// Makes a scheduled tree of `members`; children of one parent are joined in the order in which they stand there.
/// Of the ranks 0 .. `processors` - 1, those that are no members are left out.
document::ReductionTree assemble(const Model& model, const std::vector<Member>& members, std::int64_t processors);

/// The finish of that tree, without making it. A parent stands before its children, or is the root.
/// Cost: O(p).
double finish_of(const Model& model, const std::vector<Member>& members);

}  // namespace uneven::reduction
