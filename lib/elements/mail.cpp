// SPDX-License-Identifier: MIT
#include "elements/mail.hpp"

#include <stdexcept>

namespace uneven::elements {

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
