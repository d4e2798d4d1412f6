// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "document/reduction_tree.hpp"
#include "schedule/schedule.hpp"

namespace uneven::reduction {

/// Names of the work of a reduction: schedule::Work::name.
enum Task {
  task_join_items  ///< the processor's own items become one vector
};

/// The vectors joined along a tree, and their pieces.
struct Vectors {
  std::int64_t numbers = 1;        ///< numbers in a vector
  std::int64_t multiple = 1;       ///< pieces end at multiples of this many numbers
  std::int64_t element_bytes = 8;  ///< bytes of a number
};

/// Numbers of a piece; the last may have fewer.
std::int64_t piece_length(const document::ReductionTree& tree, const Vectors& vectors);

/// One processor's schedule of a reduction along a tree. It joins its own items, then the first pieces of its children
/// in the order of the plan, and sends the result to its parent before the second pieces; and so on.
///
/// Only this function fixes the order of the messages: prediction.hpp prices them, the runner performs them. Piece k of
/// child c is received in buffer 2 c + k % 2, which holds two pieces of each child; Work::index is the piece.
/// Cost: O(pieces x children).
schedule::Schedule schedule(const document::ReductionTree& tree, const document::TreeNode& node,
                            const Vectors& vectors);

/// The schedule of a processor by number; without operations if it is left out.
schedule::Schedule schedule(const document::ReductionTree& tree, std::int64_t processor, const Vectors& vectors);

/// Bytes sent by the busiest processor, and by all together: every processor but the root sends one vector of doubles.
/// @param tree  with the length of its vectors.
/// @return      nothing if they exceed 2^53.
std::optional<document::SentBytes> sent_bytes(const document::ReductionTree& tree);

}  // namespace uneven::reduction
