// SPDX-License-Identifier: MIT
#include "elements/block.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace uneven::elements {

namespace {

/// Lanes begin at cache lines, and vectors may read beyond the last element.
constexpr std::int64_t padding = 64;

/// Elements of a block times doubles of its table: a millisecond or two of K-means.
constexpr std::size_t most_entries = 1 << 22;

/// Bound that keeps making and adding a table below a hundredth of filling it in an iteration of K-means.
constexpr std::int64_t least_elements = 512;

}  // namespace

std::int64_t elements_of_blocks(std::size_t table_width) {
  const auto wanted = std::bit_floor(most_entries / std::max<std::size_t>(1, table_width));
  return std::clamp(static_cast<std::int64_t>(wanted), least_elements, block_elements);
}

BlockLayout::BlockLayout(const Group& group, std::int64_t elements_)
    : elements(elements_), count(group.count), lane_bytes(group.lanes) {
  capacity = (std::min(count, elements) + padding - 1) / padding * padding;
  for (const int size : group.lanes) {
    lane_start.push_back(bytes);
    bytes += static_cast<std::size_t>(size) * static_cast<std::size_t>(capacity);
  }
}

std::int64_t BlockLayout::elements_of(std::int64_t block) const { return std::min(elements, count - block * elements); }

Block::Block(const BlockLayout& layout)
    : values(static_cast<std::byte*>(::operator new (layout.bytes + sizeof number, std::align_val_t{64}))) {}

Block::Block(const BlockLayout& layout, std::int64_t number_) : Block(layout) {
  number = number_;
  count = layout.elements_of(number);
  std::memset(values.get(), 0, layout.bytes);
}

void Block::take_number(const BlockLayout& layout) {
  std::memcpy(&number, values.get() + layout.bytes, sizeof number);
  count = layout.elements_of(number);
}

Batch batch_of(int group, const BlockLayout& layout, const Block& block, std::span<const double> multicast) {
  const bool keyed = !block.received.empty(), linked = !block.link_start.empty();
  return {group,
          block.number * layout.elements,
          block.count,
          block.values.get(),
          layout.lane_start,
          layout.lane_bytes,
          multicast,
          keyed ? block.received.data() : nullptr,
          keyed ? block.has_received.data() : nullptr,
          linked ? block.link_start.data() : nullptr,
          linked ? block.links.data() : nullptr};
}

}  // namespace uneven::elements
