#include "draw/tree_order.hpp"

#include <algorithm>

namespace uneven::draw {

std::vector<std::size_t> index_of_processors(const document::ReductionTree& tree) {
  std::int64_t largest = -1;
  for (const auto& node : tree.processors) largest = std::max(largest, node.processor);
  std::vector<std::size_t> result(static_cast<std::size_t>(largest + 1), tree.processors.size());
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    result[static_cast<std::size_t>(tree.processors[i].processor)] = i;
  return result;
}

std::vector<Visit> walk(const document::ReductionTree& tree) {
  const auto index = index_of_processors(tree);
  std::vector<Visit> result, ahead;
  for (std::size_t i = 0; i < tree.processors.size(); ++i)
    if (!tree.processors[i].parent) ahead.push_back({i, 0, true});
  while (!ahead.empty()) {
    const Visit visit = ahead.back();
    ahead.pop_back();
    result.push_back(visit);
    const auto& children = tree.processors[visit.node].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      ahead.push_back({index.at(static_cast<std::size_t>(*child)), visit.depth + 1, child == children.rbegin()});
  }
  return result;
}

}  // namespace uneven::draw
