// SPDX-License-Identifier: MIT
#include "search/join_tree.hpp"

#include <algorithm>
#include <functional>

#include "reduction/shapes.hpp"

namespace uneven::search {

namespace {

std::vector<int> tree_parents(int ranks) {
  reduction::Goal goal;
  goal.processors = ranks;
  const auto tree = reduction::shaped_tree({}, document::TreeShape::optimal, goal, true);
  std::vector<int> parents(static_cast<std::size_t>(ranks), -1);
  // Rank 0, which has the table, must be the root: the two change places.
  const int root = static_cast<int>(document::root_of(tree));
  const auto place = [root](std::int64_t processor) {
    return processor == root ? 0 : processor == 0 ? root : static_cast<int>(processor);
  };
  for (const auto& node : tree.processors)
    if (node.parent) parents[static_cast<std::size_t>(place(node.processor))] = place(*node.parent);
  return parents;
}

}  // namespace

std::vector<int> parents(document::SearchJoin join, int ranks) {
  if (join == document::SearchJoin::tree && ranks > 1) return tree_parents(ranks);
  std::vector<int> result(static_cast<std::size_t>(ranks), -1);
  for (int rank = 1; rank < ranks; ++rank)
    result[static_cast<std::size_t>(rank)] = join == document::SearchJoin::staircase ? rank & (rank - 1) : 0;
  return result;
}

std::vector<std::vector<int>> children_of(const std::vector<int>& parents) {
  std::vector<std::vector<int>> children(parents.size());
  for (std::size_t rank = 0; rank < parents.size(); ++rank)
    if (parents[rank] >= 0) children[static_cast<std::size_t>(parents[rank])].push_back(static_cast<int>(rank));
  return children;
}

std::int64_t messages_in_a_row(const std::vector<int>& parents) {
  const auto children = children_of(parents);
  const std::function<std::int64_t(std::size_t)> taken = [&](std::size_t rank) {
    std::vector<std::int64_t> sent;
    for (const int child : children[rank]) sent.push_back(taken(static_cast<std::size_t>(child)));
    std::ranges::sort(sent);
    std::int64_t turn = 0;
    for (const std::int64_t moment : sent) turn = std::max(turn, moment) + 1;
    return turn;
  };
  return taken(0);
}

}  // namespace uneven::search
