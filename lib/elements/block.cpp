// SPDX-License-Identifier: MIT
#include "elements/block.hpp"

#include <algorithm>
#include <bit>

namespace uneven::elements {

namespace {

/// Lanes begin at cache lines, and vectors may read beyond the last element.
constexpr std::int64_t padding = 64;

/// Blocks among which a group of many elements is divided, at least.
constexpr std::int64_t wanted_blocks = 4096;

/// Elements of a block times doubles of its table: a millisecond or two of K-means.
constexpr std::size_t most_entries = 1 << 22;

/// Bound that keeps making and adding a table below a hundredth of filling it in an iteration of K-means.
constexpr std::int64_t least_cheap_elements = 512;

}  // namespace

std::int64_t elements_of_blocks(std::int64_t count) {
  const auto wanted = static_cast<std::uint64_t>(std::clamp<std::int64_t>(count / wanted_blocks, 1, block_elements));
  return static_cast<std::int64_t>(std::bit_floor(wanted));
}

std::int64_t elements_of_cheap_blocks(std::size_t table_width) {
  const auto wanted = std::bit_floor(most_entries / std::max<std::size_t>(1, table_width));
  return std::clamp(static_cast<std::int64_t>(wanted), least_cheap_elements, block_elements);
}

std::int64_t elements_of_varying_blocks(std::int64_t count) { return std::max(padding, elements_of_blocks(count)); }

BlockLayout::BlockLayout(const Group& group, std::int64_t elements_)
    : elements(elements_), count(group.count), lane_bytes(group.lanes), keyed(group.keyed), varies(group.varies) {
  capacity = ((varies ? elements : std::min(count, elements)) + padding - 1) / padding * padding;
  for (const int size : group.lanes) {
    lane_start.push_back(bytes);
    bytes += static_cast<std::size_t>(size) * static_cast<std::size_t>(capacity);
  }
  constexpr std::size_t word = sizeof(std::int64_t);
  if (keyed && group.join != Join::set)
    message_words = joins_numbers(group.join) ? 1 : (static_cast<std::size_t>(group.message_bytes) + word - 1) / word;
}

std::int64_t BlockLayout::elements_of(std::int64_t block) const { return std::min(elements, count - block * elements); }

Block::Block(const BlockLayout& layout)
    : values(static_cast<std::byte*>(::operator new (layout.bytes + sizeof number, std::align_val_t{64}))) {}

Block::Block(const BlockLayout& layout, std::int64_t number_) : Block(layout) {
  number = number_;
  count = layout.elements_of(number);
  std::memset(values.get(), 0, layout.bytes);
  if (!layout.keyed) return;
  const auto elements = static_cast<std::size_t>(layout.elements);
  received.assign(elements * layout.message_words, 0);
  has_received.assign(elements, 0);
}

void Block::take_number(const BlockLayout& layout) {
  std::memcpy(&number, values.get() + layout.bytes, sizeof number);
  count = layout.elements_of(number);
}

Batch batch_of(int group, const BlockLayout& layout, const Block& block, std::span<const double> multicast) {
  Batch batch{.group = group,
              .first = block.number * layout.elements,
              .count = block.count,
              .values = block.values.get(),
              .lane_start = layout.lane_start,
              .lane_bytes = layout.lane_bytes,
              .multicast = multicast};
  if (layout.keyed) batch.has_received = block.has_received.data();
  if (layout.message_words > 0) {
    batch.received = block.received.data();
    batch.messages = reinterpret_cast<const std::byte*>(block.received.data());
  }
  if (!block.link_start.empty()) {
    batch.link_start = block.link_start.data();
    batch.links = block.links.data();
  }
  if (!block.link_weights.empty()) batch.link_weights = block.link_weights.data();
  if (!block.letter_start.empty()) {
    batch.letter_start = block.letter_start.data();
    batch.letter_places = block.letter_places.data();
    batch.letter_bytes = reinterpret_cast<const std::byte*>(block.letter_bytes.data());
  }
  return batch;
}

std::string pack_letters(const Block& block) {
  ByteWriter out;
  if (block.letter_start.empty()) return {};
  out.put(block.letter_start);
  out.put(block.letter_places);
  out.put(block.letter_bytes.data(), block.letter_bytes.size());
  return std::move(out.bytes);
}

void unpack_letters(const std::string& bytes, Block& block) {
  if (bytes.empty()) return;
  ByteReader in(bytes);
  block.letter_start = in.get_vector<std::int64_t>();
  block.letter_places = in.get_vector<LetterPlace>();
  std::int64_t size = 0;
  for (const LetterPlace& place : block.letter_places) size += place.size;
  if (std::ssize(block.letter_start) != block.count + 1 || block.letter_start.back() != std::ssize(block.letter_places))
    throw InputError("its messages are those of another block");
  block.letter_bytes.resize(static_cast<std::size_t>(size));
  in.get(block.letter_bytes.data(), block.letter_bytes.size());
  in.require_at_end();
}

}  // namespace uneven::elements
