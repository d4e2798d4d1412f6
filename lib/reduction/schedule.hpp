// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "document/reduction_tree.hpp"
#include "schedule/schedule.hpp"

namespace uneven::reduction {

/// Work of a reduction: schedule::Work::name.
enum Task {
  task_join_items  ///< the processor's own items become one vector
};

/// Vectors that are joined along a tree, and the pieces in which they travel.
struct Vectors {
  std::int64_t numbers = 1;        ///< of a vector
  std::int64_t multiple = 1;       ///< pieces end at multiples of this many numbers
  std::int64_t element_bytes = 8;  ///< of a number
};

/// Numbers of a piece; the last may have fewer.
std::int64_t piece_length(const document::ReductionTree& tree, const Vectors& vectors);

/// A reduction along a tree: a processor joins its own items, then the first pieces of its children in the order of the
/// plan, and passes the result on before it turns to the second pieces.
///
/// Nothing else knows the order of its messages: prediction.hpp prices them, the runner performs them. Piece k of child
/// c comes into buffer 2 c + k % 2, so that two pieces of each child have room; `index` is the piece.
/// Cost: O(pieces x children).
schedule::Schedule schedule(const document::ReductionTree& tree, const document::TreeNode& node,
                            const Vectors& vectors);

/// That of a processor; without operations if it is left out.
schedule::Schedule schedule(const document::ReductionTree& tree, std::int64_t processor, const Vectors& vectors);

/// Bytes that the busiest processor, and all of them, send: everyone but the root one vector of doubles.
/// @param tree  with the length of its vectors.
/// @return      nothing beyond 2^53.
std::optional<document::SentBytes> sent_bytes(const document::ReductionTree& tree);

}  // namespace uneven::reduction
