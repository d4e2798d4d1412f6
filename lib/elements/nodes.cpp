#include "elements/nodes.hpp"

#include <algorithm>
#include <bit>
#include <functional>

namespace uneven::elements {

namespace {

/// Whether all of a node are among the leaves, which ascend.
bool holds(std::span<const std::int64_t> leaves, const Node& node) {
  const auto first = std::ranges::lower_bound(leaves, node.first);
  return leaves.end() - first >= node.size && *first == node.first &&
         first[node.size - 1] == node.first + node.size - 1;
}

}  // namespace

std::vector<Node> nodes_of(std::span<const std::int64_t> leaves) {
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < leaves.size(); i += static_cast<std::size_t>(nodes.back().size)) {
    Node node{leaves[i], 1};
    while (node.first % (2 * node.size) == 0 && holds(leaves, {node.first, 2 * node.size})) node.size *= 2;
    nodes.push_back(node);
  }
  return nodes;
}

std::vector<Node> nodes_to_give(std::span<const std::int64_t> held, std::span<const std::int64_t> waiting,
                                std::int64_t count) {
  std::vector<Node> whole = nodes_of(held);
  std::erase_if(whole, [&](const Node& node) { return node.size > count || !holds(waiting, node); });
  std::ranges::stable_sort(whole, std::greater{}, &Node::size);
  std::vector<Node> given;
  std::int64_t left = count;
  for (const Node& node : whole) {
    if (2 * left <= count) break;
    given.push_back(node);
    left -= node.size;
  }
  if (2 * left <= count || waiting.empty()) return given;
  const std::vector<Node> parts = nodes_of(waiting);
  const auto size = std::min(static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(count))),
                             std::ranges::max(parts, {}, &Node::size).size);
  if (size <= count - left) return given;
  const auto from = std::find_if(parts.rbegin(), parts.rend(), [&](const Node& node) { return node.size >= size; });
  return {{from->first + from->size - size, size}};
}

}  // namespace uneven::elements
