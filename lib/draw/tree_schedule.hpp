#pragma once

#include <cstdint>
#include <vector>

#include "document/reduction_tree.hpp"

namespace uneven::draw {

/// Operations that one processor does without a pause between them, in the unit of the tree's times.
struct Stretch {
  double start = 0, end = 0;
  std::int64_t operations = 1;
  std::vector<std::int64_t> children;  ///< processors whose results it takes; then it is a single operation
};

/// When each processor does what, shape [processors], found from the finishing times: operations follow each other up
/// to the finish, each takes the results that could not be taken before, and starts early where its predecessor's wait
/// for a result leaves a gap (optimal trees have none).
/// Cost: O(p + links), however many operations there are.
std::vector<std::vector<Stretch>> schedule(const document::ReductionTree& tree);

}  // namespace uneven::draw
