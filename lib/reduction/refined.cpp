// SPDX-License-Identifier: MIT
#include <utility>
#include <vector>

#include "reduction/optimal.hpp"
#include "reduction/prediction.hpp"
#include "reduction/tree.hpp"

namespace uneven::reduction {
namespace {

constexpr std::int64_t most_steps = 120000;
constexpr std::int64_t steps_of_a_piece = 3;  // receive, join, send
constexpr double less = 1 - 1e-6;             // an improvement must exceed rounding

struct Shape {
  std::int64_t root = 0;
  std::vector<std::vector<std::int64_t>> children;  // by rank
};

Shape shape_of(const document::ReductionTree& tree, std::size_t ranks) {
  Shape shape{document::root_of(tree), std::vector<std::vector<std::int64_t>>(ranks)};
  for (const auto& node : tree.processors) shape.children[static_cast<std::size_t>(node.processor)] = node.children;
  return shape;
}

void add_members(const Shape& shape, std::int64_t rank, std::int64_t parent, std::vector<Member>& members) {
  members.push_back({rank, parent, 1});
  for (const auto child : shape.children[static_cast<std::size_t>(rank)]) add_members(shape, child, rank, members);
}

bool is_below(const Shape& shape, std::int64_t rank, std::int64_t top) {
  if (rank == top) return true;
  for (const auto child : shape.children[static_cast<std::size_t>(top)])
    if (is_below(shape, rank, child)) return true;
  return false;
}

Shape exchanged(Shape shape, std::int64_t a, std::int64_t b) {
  const auto exchange = [&](std::int64_t& rank) { rank = rank == a ? b : rank == b ? a : rank; };
  std::swap(shape.children[static_cast<std::size_t>(a)], shape.children[static_cast<std::size_t>(b)]);
  for (auto& children : shape.children)
    for (auto& child : children) exchange(child);
  exchange(shape.root);
  return shape;
}

Shape moved(Shape shape, std::int64_t rank, std::int64_t parent, bool first) {
  for (auto& children : shape.children) std::erase(children, rank);
  auto& siblings = shape.children[static_cast<std::size_t>(parent)];
  siblings.insert(first ? siblings.begin() : siblings.end(), rank);
  return shape;
}

/// The moves of processors a and b: see refined_tree().
std::vector<Shape> neighbours(const Shape& shape, std::int64_t a, std::int64_t b) {
  std::vector<Shape> found;
  if (a < b) found.push_back(exchanged(shape, a, b));
  if (!is_below(shape, b, a))
    for (const bool first : {false, true}) found.push_back(moved(shape, a, b, first));
  return found;
}

}  // namespace

document::ReductionTree refined_tree(document::ReductionTree tree, const Model& model, const document::Speeds& speeds) {
  const auto made = [&](const Shape& shape) {
    std::vector<Member> members;
    add_members(shape, shape.root, -1, members);
    return of_vectors(assemble(model, members, std::ssize(speeds.processors)), *tree.elements, tree.segments, speeds);
  };
  std::vector<std::int64_t> ranks;
  for (const auto& node : tree.processors) ranks.push_back(node.processor);
  Shape shape = shape_of(tree, speeds.processors.size());
  std::int64_t trials = most_steps / (steps_of_a_piece * tree.segments * std::ssize(ranks));
  for (bool better = true; better;) {
    better = false;
    for (const auto a : ranks)
      for (const auto b : ranks)
        for (const Shape& neighbour : neighbours(shape, a, b)) {
          if (trials-- <= 0) return tree;
          auto tried = made(neighbour);
          if (*tried.predicted_s >= less * *tree.predicted_s) continue;
          shape = neighbour;
          tree = std::move(tried);
          better = true;
          break;
        }
  }
  return tree;
}

}  // namespace uneven::reduction
