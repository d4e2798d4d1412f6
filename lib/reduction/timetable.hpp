#pragma once

#include "document/reduction_tree.hpp"

namespace uneven::reduction {

/// Says when everybody works, and on which items: fills in `operations`, `finish` and the first item of every
/// processor, and `items` and `finish` of the tree.
///
/// Read are arity, transfer, compute or operation_times, and parent, children and the count of items of every
/// processor. A processor joins its own items first, then its children's results in order; as few operations as
/// possible, of which the last take as many operands as the arity allows. Everybody works as late as the root's finish
/// allows, without a pause between its first operation and its last. Items are numbered so that every result is that of
/// a contiguous range: a processor's own come first, then those of its first child and below, and so on.
///
/// The processors are a tree: one root, and every other one is the child of its parent; they stand in ascending order.
/// Cost: O(p).
void set_timetable(document::ReductionTree& tree);

/// Index of a processor in ReductionTree::processors, or -1.
std::vector<std::int64_t> index_by_processor(const document::ReductionTree& tree);

}  // namespace uneven::reduction
