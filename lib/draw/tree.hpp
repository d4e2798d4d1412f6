// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "document/reduction_tree.hpp"
#include "draw/listing.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A time with the tree's unit: 5 steps, 23 us.
std::string time(const document::ReductionTree& tree, double value);

/// When all is joined: "finish at 5 steps", or of vectors in pieces the first and all.
std::string finish(const document::ReductionTree& tree);

/// The tree indented, a line per processor; above 64 processors its height, widest processors and times.
std::string text(const document::ReductionTree& tree, TextOptions options);

/// Time from left to right, a row per processor: operations as boxes, results on their way as arrows, waiting hatched.
Svg svg(const document::ReductionTree& tree);

/// The processors of the tree, or its levels above 64, and when other shapes finish.
Notes notes_of(const document::ReductionTree& tree);

/// The tree for Graphviz, results pointing to where they are combined.
std::string dot(const document::ReductionTree& tree);

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
