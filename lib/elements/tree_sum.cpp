// SPDX-License-Identifier: MIT
#include "elements/tree_sum.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "collective/allreduce.hpp"
#include "elements/serial.hpp"

namespace uneven::elements {

namespace {

/// Whether the ascending leaves include all leaves of a node.
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
    if ((sibling << level) >= leaves_) continue;  // no sibling: the node counts as its parent
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

Tables::Tables(const Program& program) : program_(program), groups_(groups_of(program)) {
  for (const Group& group : groups_) {
    start_.push_back(width_);
    if (group.central) width_ += static_cast<std::size_t>(group.count * group.message);
  }
}

std::size_t Tables::start_of(int group) const {
  if (group < 0 || group >= static_cast<int>(groups_.size()) || !groups_[static_cast<std::size_t>(group)].central)
    throw std::logic_error("a table is filled for group " + std::to_string(group) + ", which is not central");
  return start_[static_cast<std::size_t>(group)];
}

BlockLayout Tables::layout_of(const Group& group) const {
  if (group.cheap) return {group, elements_of_cheap_blocks(width_)};
  return {group, group.varies ? elements_of_varying_blocks(group.count) : elements_of_blocks(group.count)};
}

std::vector<BlockLayout> Tables::layouts() const {
  std::vector<BlockLayout> layouts;
  for (const Group& group : groups_) layouts.push_back(layout_of(group));
  return layouts;
}

TreeSum Tables::sum_over(std::int64_t blocks) const {
  return {blocks, width_, [this](double* into, const double* from) {
            for (std::size_t g = 0; g < groups_.size(); ++g)
              if (const std::int64_t size = groups_[g].count * groups_[g].message; groups_[g].central && size > 0)
                program_.combine(static_cast<int>(g), into + start_[g], from + start_[g], size);
          }};
}

namespace {

schedule::Message message(int partner, Tag tag, std::int64_t bytes, std::int64_t index = 0) {
  return {.partner = partner, .tag = tag, .index = index, .columns = {0, bytes}};
}

}  // namespace

Superstep superstep_of(const Program& program, int ranks) {
  const auto groups = groups_of(program);
  const auto keyed = std::ranges::count_if(groups, &Group::keyed);
  return {
      .ranks = ranks, .keyed_groups = static_cast<int>(keyed), .wide_tables = Tables(program).width() >= wide_table};
}

schedule::Schedule schedule(const Superstep& superstep, int rank) {
  const int p = superstep.ranks;
  schedule::Schedule list;
  list.element_bytes = 1;
  auto& operations = list.operations;
  operations.push_back(schedule::Work{task_step});
  for (int exchange = 0; exchange < superstep.exchanges(); ++exchange) {
    const auto with = [&](int partner) { return message(partner, tag_exchange, schedule::unknown_length, exchange); };
    // Each begins with its right neighbour, so that not all send to the same one first.
    for (int i = 1; i < p; ++i) operations.push_back(schedule::Send{with((rank + i) % p)});
    for (int i = 1; i < p; ++i) operations.push_back(schedule::Receive{with((rank + p - i) % p)});
  }
  const collective::Neighbours tree = collective::binomial_neighbours(rank, p);
  for (const int child : tree.children)
    operations.push_back(schedule::Receive{message(child, tag_sums, superstep.sums_bytes)});
  if (tree.parent >= 0) {
    operations.push_back(schedule::Send{message(tree.parent, tag_sums, superstep.sums_bytes)});
    operations.push_back(schedule::Receive{message(tree.parent, tag_orders, superstep.orders_bytes)});
  } else {
    operations.push_back(schedule::Work{task_central});
  }
  for (const int child : tree.children | std::views::reverse)
    operations.push_back(schedule::Send{message(child, tag_orders, superstep.orders_bytes)});
  return list;
}

}  // namespace uneven::elements
