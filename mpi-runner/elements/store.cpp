// SPDX-License-Identifier: MIT
#include "elements/store.hpp"

#include <algorithm>

#include "elements/block.hpp"

namespace uneven::elements {

std::vector<std::int64_t> split_of(const std::vector<std::int64_t>& counts) {
  std::vector<std::int64_t> split{0};
  for (const std::int64_t count : counts) split.push_back(split.back() + count);
  return split;
}

Store::Store(const Group& group_, const BlockLayout& layout_, const std::vector<std::int64_t>& counts_)
    : group(group_), layout(layout_), counts(counts_), split(split_of(counts_)) {}

void Store::make_blocks(int rank) {
  const auto i = static_cast<std::size_t>(rank);
  for (std::int64_t b = split[i]; b < split[i + 1]; ++b) {
    auto block = std::make_unique<Block>(layout, b);
    if (group.keyed) {
      block->received.assign(block_elements, 0);
      block->has_received.assign(block_elements, 0);
    }
    blocks.emplace(b, std::move(block));
  }
}

double bytes_of_blocks(const Store& store, int rank) {
  constexpr std::size_t of_node = 64;  // where the map keeps a block
  return static_cast<double>(store.counts[static_cast<std::size_t>(rank)]) *
         static_cast<double>(bytes_of_changes(store) + sizeof(Block) + of_node);
}

double bytes_of_tables(const Group& group) {
  constexpr double sums = 4;
  return static_cast<double>(group.count) * (group.fields + sums * group.message) * sizeof(double);
}

std::vector<Block*> Store::all() const {
  std::vector<Block*> list;
  for (const auto& [number, block] : blocks) list.push_back(block.get());
  return list;
}

std::vector<std::int64_t> Store::numbers() const {
  std::vector<std::int64_t> list;
  for (const auto& [number, block] : blocks) list.push_back(number);
  return list;
}

int Store::owner(std::int64_t block) const {
  return static_cast<int>(std::upper_bound(split.begin(), split.end(), block) - split.begin()) - 1;
}

std::vector<std::int64_t> kept(const Store& store, const std::vector<std::int64_t>& target) {
  const std::vector<std::int64_t> split = split_of(target);
  std::vector<std::int64_t> blocks;
  for (std::size_t i = 0; i < target.size(); ++i) {
    const std::int64_t overlap = std::min(split[i + 1], store.split[i + 1]) - std::max(split[i], store.split[i]);
    blocks.push_back(store.group.keyed ? std::max<std::int64_t>(0, overlap) : std::min(target[i], store.counts[i]));
  }
  return blocks;
}

std::string pack(const BlockLayout& layout, const Block& block) {
  ByteWriter out;
  out.bytes.reserve(layout.bytes);
  out.put(block.number);
  out.put(block.values.get(), layout.bytes);
  out.put(block.link_start);
  out.put(block.links);
  out.put(block.received);
  out.put(block.has_received);
  return std::move(out.bytes);
}

std::unique_ptr<Block> unpack(const BlockLayout& layout, const std::string& bytes) {
  ByteReader in(bytes);
  auto block = std::make_unique<Block>(layout, in.get<std::int64_t>());
  in.get(block->values.get(), layout.bytes);
  block->link_start = in.get_vector<std::int64_t>();
  block->links = in.get_vector<std::int64_t>();
  block->received = in.get_vector<std::int64_t>();
  block->has_received = in.get_vector<std::uint8_t>();
  return block;
}

std::string pack_changes(const Store& store, const Block& block) {
  ByteWriter out;
  out.put(block.values.get(), store.layout.bytes);
  out.put(block.received.data(), block.received.size());
  out.put(block.has_received.data(), block.has_received.size());
  return std::move(out.bytes);
}

void unpack_changes(const Store& store, const std::string& bytes, Block& block) {
  ByteReader in(bytes);
  in.get(block.values.get(), store.layout.bytes);
  in.get(block.received.data(), block.received.size());
  in.get(block.has_received.data(), block.has_received.size());
}

std::size_t bytes_of_changes(const Store& store) {
  const std::size_t messages = store.group.keyed ? block_elements * (sizeof(std::int64_t) + sizeof(std::uint8_t)) : 0;
  return store.layout.bytes + messages;
}

}  // namespace uneven::elements
