// SPDX-License-Identifier: MIT
#include "reduction/schedule.hpp"

#include <algorithm>

namespace uneven::reduction {

namespace {

constexpr int tag_piece = 1;
constexpr int no_buffer = -1;
/// MPI counts are 32 bits wide.
constexpr std::int64_t longest_message = 1 << 30;

}  // namespace

std::int64_t piece_length(const document::ReductionTree& tree, const Vectors& vectors) {
  const std::int64_t units = vectors.numbers / vectors.multiple;
  const std::int64_t of_piece = (units + tree.segments - 1) / tree.segments;
  return std::min(of_piece, longest_message / vectors.multiple) * vectors.multiple;
}

schedule::Schedule schedule(const document::ReductionTree& tree, const document::TreeNode& node,
                            const Vectors& vectors) {
  schedule::Schedule list;
  list.element_bytes = vectors.element_bytes;
  list.operations.push_back(schedule::Work{task_join_items});
  const std::int64_t length = piece_length(tree, vectors);
  for (std::int64_t first = 0, piece = 0; first < vectors.numbers; first += length, ++piece) {
    const document::Range numbers{first, std::min(length, vectors.numbers - first)};
    for (std::size_t child = 0; child < node.children.size(); ++child) {
      const int buffer = 2 * static_cast<int>(child) + static_cast<int>(piece % 2);
      const int rank = static_cast<int>(node.children[child]);
      list.operations.push_back(schedule::Receive{{rank, tag_piece, buffer, piece, {0, 1}, numbers}, true});
    }
    if (node.parent)
      list.operations.push_back(
          schedule::Send{{static_cast<int>(*node.parent), tag_piece, no_buffer, piece, {0, 1}, numbers}});
  }
  return list;
}

std::optional<document::SentBytes> sent_bytes(const document::ReductionTree& tree) {
  const std::int64_t senders = std::ssize(tree.processors) - 1, bytes = Vectors{}.element_bytes;
  if (static_cast<double>(*tree.elements) * static_cast<double>(bytes * (senders + 1)) > 0x1p53) return std::nullopt;
  const std::int64_t vector = *tree.elements * bytes;
  return document::SentBytes{senders > 0 ? vector : 0, senders * vector};
}

schedule::Schedule schedule(const document::ReductionTree& tree, std::int64_t processor, const Vectors& vectors) {
  const auto node = std::ranges::find(tree.processors, processor, &document::TreeNode::processor);
  return node == tree.processors.end() ? schedule::Schedule{} : schedule(tree, *node, vectors);
}

}  // namespace uneven::reduction
