// SPDX-License-Identifier: MIT
#include "elements/mail.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

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
          linked ? block.links.data() : nullptr,
          block.link_weights.empty() ? nullptr : block.link_weights.data()};
}

namespace {

/// Header of a packed block: its number, and how many (place, message) pairs follow; -1: `has` and all messages follow.
struct Header {
  std::int64_t block, messages;
};

}  // namespace

Mail::Mail(const Group& group)
    : join_(group.join), count_(group.count), blocks_(static_cast<std::size_t>(BlockLayout(group).blocks())) {}

Mail::OfBlock& Mail::at(std::int64_t block) {
  auto& found = blocks_[static_cast<std::size_t>(block)];
  if (!found)
    found.reset(new OfBlock{std::vector<std::int64_t>(block_elements), std::vector<std::uint8_t>(block_elements)});
  return *found;
}

void Mail::send(std::int64_t key, std::int64_t message) {
  if (key < 0 || key >= count_)
    throw std::logic_error("a message goes to key " + std::to_string(key) + " of " + std::to_string(count_) +
                           " elements");
  join(at(key / block_elements), static_cast<std::size_t>(key % block_elements), message);
}

void Mail::merge(Mail& other) {
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    if (!other.blocks_[b]) continue;
    if (!blocks_[b]) {
      blocks_[b] = std::move(other.blocks_[b]);
      continue;
    }
    for (std::size_t i = 0; i < block_elements; ++i)
      if (other.blocks_[b]->has[i]) join(*blocks_[b], i, other.blocks_[b]->message[i]);
    other.blocks_[b].reset();
  }
}

void Mail::pack_and_drop(std::int64_t block, ByteWriter& to) {
  const auto& mail = blocks_[static_cast<std::size_t>(block)];
  if (!mail) return;
  std::int64_t messages = 0;
  for (const std::uint8_t has : mail->has) messages += has;
  const bool few = messages < block_elements / 2;
  to.put(Header{block, few ? messages : -1});
  if (few) {
    for (std::size_t i = 0; i < block_elements; ++i) {
      if (!mail->has[i]) continue;
      to.put(static_cast<std::uint16_t>(i));
      to.put(mail->message[i]);
    }
  } else {
    to.put(mail->has.data(), mail->has.size());
    to.put(mail->message.data(), mail->message.size());
  }
  blocks_[static_cast<std::size_t>(block)].reset();
}

void Mail::unpack(const std::string& bytes) {
  OfBlock all{std::vector<std::int64_t>(block_elements), std::vector<std::uint8_t>(block_elements)};
  for (ByteReader in(bytes); !in.at_end();) {
    const auto header = in.get<Header>();
    OfBlock& to = at(header.block);
    if (header.messages < 0) {
      in.get(all.has.data(), all.has.size());
      in.get(all.message.data(), all.message.size());
      for (std::size_t i = 0; i < block_elements; ++i)
        if (all.has[i]) join(to, i, all.message[i]);
    }
    for (std::int64_t n = 0; n < header.messages; ++n) {
      const auto place = in.get<std::uint16_t>();
      join(to, place, in.get<std::int64_t>());
    }
  }
}

void Mail::deliver(Block& block, bool read) {
  const auto mail = std::move(blocks_[static_cast<std::size_t>(block.number)]);
  if (read && mail) {
    block.received = std::move(mail->message);
    block.has_received = std::move(mail->has);
  } else if (read) {
    block.received.assign(block_elements, 0);
    block.has_received.assign(block_elements, 0);
  } else if (mail) {
    for (std::size_t i = 0; i < block_elements; ++i)
      if (mail->has[i]) join(block.received[i], block.has_received[i], mail->message[i]);
  }
}

}  // namespace uneven::elements
