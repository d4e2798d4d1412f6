#include "elements/block.hpp"

#include <algorithm>
#include <cstring>

namespace uneven::elements {

namespace {

/// Lanes begin at cache lines, and vectors may read beyond the last element.
constexpr std::int64_t padding = 64;

}  // namespace

BlockLayout::BlockLayout(const Group& group) : count(group.count) {
  capacity = (std::min(count, block_elements) + padding - 1) / padding * padding;
  for (const int size : group.lanes) {
    lane_start.push_back(bytes);
    bytes += static_cast<std::size_t>(size * capacity);
  }
}

std::int64_t BlockLayout::elements_of(std::int64_t block) const {
  return std::min(block_elements, count - block * block_elements);
}

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
          block.number * block_elements,
          block.count,
          block.values.get(),
          layout.lane_start.data(),
          multicast,
          keyed ? block.received.data() : nullptr,
          keyed ? block.has_received.data() : nullptr,
          linked ? block.link_start.data() : nullptr,
          linked ? block.links.data() : nullptr};
}

}  // namespace uneven::elements
