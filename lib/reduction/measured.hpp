// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "document/reduction_tree.hpp"
#include "document/speeds.hpp"
#include "reduction/model.hpp"

namespace uneven::reduction {

/// Operation times for an average time of `compute`: n_j = compute mean(v) / v_j; empty if all are equal.
std::vector<double> operation_times(const std::vector<double>& speeds, double compute);

/// Seconds for one operation on vectors of `elements` doubles and for sending one:
/// n = E operation_s_per_element + message_s and m = latency_s + 8 E gap_s_per_byte on one host.
///
/// Between hosts the bytes keep the receiver's link busy, one message after the other, so there they are part of n.
/// @throws InputError  if the network or operation_s_per_element was not measured.
Model measured_model(const document::Speeds& speeds, std::int64_t elements, std::int64_t arity);

/// Joins one vector of each of `processors` processors, in pieces that follow one another through the tree.
///
/// Fewer operations per processor make the tree deeper but leave less to do for each piece, down to a chain. Chosen are
/// the pieces (1, 2, 4, ... per vector) and the most operations per processor (1 to 4, or any), or a star, with the
/// least predicted time: up to most_replayed processors that of a replay, of trees that refined_tree() has improved.
/// Beyond, the first piece arrives when the tree for its length finishes, and the others follow at the pace of the
/// busiest processor or of the messages, max(m, max_j k_j n_j).
///
/// @return  a tree with elements, segments and predicted_s; its other times are those of one piece.
/// @throws InputError  as measured_model().
/// Cost: O(p log p log E); of replays some millions of steps, tens of millions where processors share cores.
document::ReductionTree pipelined_tree(const document::Speeds& speeds, std::int64_t processors, std::int64_t elements,
                                       std::int64_t arity);

}  // namespace uneven::reduction
