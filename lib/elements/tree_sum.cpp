#include "elements/tree_sum.hpp"

#include <utility>

namespace uneven::elements {

namespace {

constexpr int index_bits = 56;

std::int64_t key_of(int level, std::int64_t index) { return (std::int64_t{level} << index_bits) | index; }

}  // namespace

TreeSum::TreeSum(std::int64_t leaves, std::size_t width, Combine combine)
    : leaves_(leaves), width_(width), combine_(std::move(combine)), empty_(width) {
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
  for (auto& [key, table] : other.nodes_)
    insert(static_cast<int>(key >> index_bits), key & ((std::int64_t{1} << index_bits) - 1), std::move(table));
  other.nodes_.clear();
}

std::vector<double> TreeSum::pack() const {
  std::vector<double> packed;
  packed.reserve(nodes_.size() * (width_ + 2));
  for (const auto& [key, table] : nodes_) {
    packed.push_back(static_cast<double>(key >> index_bits));
    packed.push_back(static_cast<double>(key & ((std::int64_t{1} << index_bits) - 1)));
    packed.insert(packed.end(), table.begin(), table.end());
  }
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

const std::vector<double>& TreeSum::root() const { return leaves_ == 0 ? empty_ : nodes_.at(key_of(top_, 0)); }

}  // namespace uneven::elements
