#pragma once

#include <string>

#include "document/reduction_tree.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// A time with the tree's unit: 5 steps, 23 us.
std::string time(const document::ReductionTree& tree, double value);

/// When all is joined: "finish at 5 steps", or of vectors in pieces the first and all.
std::string finish(const document::ReductionTree& tree);

/// The tree indented, a line per processor; above 64 processors its height, widest processors and times.
std::string text(const document::ReductionTree& tree, TextOptions options);

/// Time from left to right, a row per processor: operations as boxes, results on their way as arrows, waiting hatched.
std::string svg(const document::ReductionTree& tree);

/// The tree for Graphviz, results pointing to where they are combined.
std::string dot(const document::ReductionTree& tree);

}  // namespace uneven::draw
