#pragma once

#include <cstdint>
#include <limits>

#include "document/reduction_tree.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// The tree in which nobody waits: joins the most items in a given time, or given items in the least time.
///
/// Without operation_times the tree is optimal (Nonomura, section 3), and uses as few processors as its finish
/// allows. With them it is a greedy one: the next operation goes to whoever ends it first, the deep
/// places to the slow. Processors are numbered by descending finish where all are equal, else by rank.
///
/// @param model  checked here.
/// @param goal   checked here; processors alone: the items are as many as all can join by the first time at which
///               everyone has an operation.
/// @return       a scheduled tree; processors without work are in left_out. `compared` is empty.
/// @throws InputError  if model or goal is unsound, or more than most_processors would be needed.
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree optimal_tree(const Model& model, const Goal& goal);

/// The optimal tree that joins one item of each of `processors` processors: results_within() in time h. Greedy, the
/// fastest first, where operation_times differ.
///
/// @param most_operations  per processor, >= 1.
/// @throws InputError  as optimal_tree.
/// Cost: O(p log p) time, O(p) memory.
document::ReductionTree one_item_each_tree(const Model& model, std::int64_t processors,
                                           std::int64_t most_operations = std::numeric_limits<std::int64_t>::max());

}  // namespace uneven::reduction
