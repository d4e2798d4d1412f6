#include "elements/tree_sum.hpp"

#include <utility>

namespace uneven::elements {

namespace {

constexpr int index_bits = 56;

std::int64_t key_of(int level, std::int64_t index) { return (std::int64_t{level} << index_bits) | index; }

std::pair<int, std::int64_t> level_and_index(std::int64_t key) {
  return {static_cast<int>(key >> index_bits), key & ((std::int64_t{1} << index_bits) - 1)};
}

void put(std::vector<double>& packed, std::int64_t key, const std::vector<double>& table) {
  const auto [level, index] = level_and_index(key);
  packed.push_back(static_cast<double>(level));
  packed.push_back(static_cast<double>(index));
  packed.insert(packed.end(), table.begin(), table.end());
}

/// Neighbours that one process joins before the sums go on.
constexpr std::int64_t subtrees_per_home = 2;

}  // namespace

TreeSum::TreeSum(std::int64_t leaves, std::size_t width, Combine combine)
    : leaves_(leaves), width_(width), combine_(std::move(combine)) {
  while ((std::int64_t{1} << top_) < leaves_) ++top_;
}

void TreeSum::insert(int level, std::int64_t index, std::vector<double> table) {
  for (; level < top_; ++level, index /= 2) {
    const std::int64_t sibling = index ^ 1;
    if ((sibling << level) >= leaves_) continue;  // there is none: the node is its parent
    const auto found = nodes_.find(key_of(level, sibling));
    if (found == nodes_.end()) break;
    std::vector<double> other = std::move(found->second);
    nodes_.erase(found);
    if (sibling < index) std::swap(table, other);
    combine_(table.data(), other.data());
  }
  nodes_.emplace(key_of(level, index), std::move(table));
}

void TreeSum::merge(TreeSum& other) {
  for (auto& [key, table] : other.nodes_) {
    const auto [level, index] = level_and_index(key);
    insert(level, index, std::move(table));
  }
  other.nodes_.clear();
}

std::vector<double> TreeSum::pack() const {
  std::vector<double> packed;
  packed.reserve(nodes_.size() * (width_ + 2));
  for (const auto& [key, table] : nodes_) put(packed, key, table);
  return packed;
}

std::vector<std::vector<double>> TreeSum::take_for_homes(int p, int me) {
  int subtree = top_;
  while (subtree > 0 && (leaves_ >> subtree) < subtrees_per_home * p) --subtree;
  const std::int64_t subtrees = ((leaves_ - 1) >> subtree) + 1;
  std::vector<std::vector<double>> packed(static_cast<std::size_t>(p));
  std::erase_if(nodes_, [&](const auto& node) {
    const auto [level, index] = level_and_index(node.first);
    const auto home = level < subtree ? (index >> (subtree - level)) * p / subtrees : me;
    if (home != me) put(packed[static_cast<std::size_t>(home)], node.first, node.second);
    return home != me;
  });
  return packed;
}

void TreeSum::merge(const std::vector<double>& packed) {
  for (std::size_t at = 0; at < packed.size(); at += width_ + 2) {
    const auto begin = packed.begin() + static_cast<std::ptrdiff_t>(at + 2);
    insert(static_cast<int>(packed[at]), static_cast<std::int64_t>(packed[at + 1]),
           {begin, begin + static_cast<std::ptrdiff_t>(width_)});
  }
}

bool TreeSum::complete() const { return leaves_ == 0 || nodes_.contains(key_of(top_, 0)); }

std::vector<double> TreeSum::root() const {
  return leaves_ == 0 ? std::vector<double>(width_) : nodes_.at(key_of(top_, 0));
}

}  // namespace uneven::elements
