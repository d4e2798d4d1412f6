// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// Operation times n_j = compute mean(v) / v_j: a processor of mean speed takes `compute`. Empty if all are equal.
std::vector<double> operation_times(const std::vector<double>& speeds, double compute);

/// The model for vectors of E = `elements` doubles, in seconds. On one host an operation takes
/// n = E operation_s_per_element + message_s, and a transfer m = latency_s + 8 E gap_s_per_byte.
///
/// Between hosts the bytes keep the receiver's link busy, one message after the other; so 8 E gap_s_per_byte is in n.
/// @throws InputError  if the network or operation_s_per_element was not measured.
Model measured_model(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity);

/// The same between processors of one host, of a network of two levels. @param speeds  as measured_model() takes.
Model model_within_host(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity);

/// The fastest pipelined tree that joins one vector from each of `processors` processors, cut into pieces.
///
/// Fewer operations per processor make the tree deeper but leave less work per piece; the extreme is a chain. Tried are
/// 1, 2, 4, ... pieces per vector with at most 1 to 4, or any number of, operations per processor, and a star. The
/// least predicted time wins. Up to most_replayed processors it is that of a replay, of trees improved by
/// refined_tree(). Beyond, it is a formula: the first piece takes the finish of the tree for its length; each further
/// piece takes the time of the busiest processor or of a message, max(m, max_j k_j n_j). As far as is_replayed()
/// allows, these trees are replayed, too, with trees for operations that all take as long and, on a network of two
/// levels, trees that join inside hosts first.
///
/// @return  a tree with elements, segments and predicted_s; its other times are those of one piece.
/// @throws InputError  see measured_model().
/// Cost: O(p log p log E); by replay some millions of steps, tens of millions if processors share cores.
document::ReductionTree pipelined_tree(const document::Speeds& speeds, std::int64_t processors, std::int64_t elements,
                                       std::int64_t arity);

}  // namespace uneven::reduction
