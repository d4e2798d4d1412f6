// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "elements/block.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Messages to the elements of one keyed group, ordered by block: joined by key, or letters (see Join).
class Mail {
 public:
  /// @param number   of the group in the program, which joins messages of Join::combine.
  Mail(const Program& program, int number, const Group& group, const BlockLayout& layout);

  /// Sends a whole number to the element of a key.
  /// @throws std::logic_error  if there is none, or the group does not join whole numbers.
  void send(std::int64_t key, std::int64_t message);

  /// Sends any other message. @param from  number of the element that sends it.
  /// @throws std::logic_error  likewise, or if the message has another length than the group declares.
  void post(std::int64_t key, std::int64_t from, const void* message, std::size_t bytes);

  /// Takes all messages of another mail, which is then empty.
  void merge(Mail& other);

  /// The group has grown to `count` elements.
  void grow(std::int64_t count);

  /// Of all letters in it.
  std::size_t letter_bytes() const { return letter_bytes_; }

  /// Moves the messages to the elements of one block into `to`.
  /// If few elements have messages, writes only those elements.
  void pack_and_drop(std::int64_t block, ByteWriter& to);

  /// The same for all blocks.
  void pack_all_and_drop(ByteWriter& to) {
    for (std::size_t b = 0; b < blocks_.size(); ++b) pack_and_drop(static_cast<std::int64_t>(b), to);
  }

  /// Forgets all messages.
  void drop() {
    for (auto& block : blocks_) block.reset();
    letter_bytes_ = 0;
  }

  /// Takes the messages written by pack_and_drop(), for any number of blocks.
  void unpack(const std::string& bytes) { unpack(ByteReader(bytes)); }
  void unpack(ByteReader in);

  /// Whether any element of the block gets a message.
  bool has(std::int64_t block) const { return blocks_[static_cast<std::size_t>(block)] != nullptr; }

  /// Moves the messages into the block. @param read  whether the block has been computed with its former messages: then
  ///   they are replaced; otherwise new messages are joined to them.
  void deliver(Block& block, bool read);

 private:
  /// A letter's place in its block, and its sender and length; the bytes lie in the order of the heads.
  struct Head {
    std::int64_t from;
    std::uint32_t size;
    std::uint16_t place;
  };
  struct OfBlock {
    std::vector<std::int64_t> message;
    std::vector<std::uint8_t> has;
    std::vector<Head> heads;
    std::string letters;
  };

  OfBlock fresh() const;
  OfBlock& at(std::int64_t key_or_block, bool is_key);
  void join(OfBlock& to, std::size_t place, const std::int64_t* message) const {
    join(to.message.data() + place * words_, to.has[place], message);
  }
  void join(std::int64_t* old, std::uint8_t& has, const std::int64_t* message) const;
  bool sends_letters() const { return join_ == Join::ordered || join_ == Join::set; }
  void deliver_in_order(Block& block, OfBlock* mail, bool read) const;
  void deliver_letters(Block& block, OfBlock* mail, bool read) const;

  const Program& program_;
  int number_;
  Join join_;
  std::size_t message_bytes_, words_;
  std::int64_t count_, elements_;
  std::size_t letter_bytes_ = 0;
  std::vector<std::unique_ptr<OfBlock>> blocks_;  ///< null: no messages
};

/// The mail to a group. @throws std::logic_error  if it is not keyed.
Mail& mail_to(const std::vector<std::unique_ptr<Mail>>& mail, int group);

/// An empty mail for each keyed group of a program; null for the others. @param layouts  by group.
std::vector<std::unique_ptr<Mail>> mail_of(const Program& program, const std::vector<BlockLayout>& layouts);

}  // namespace uneven::elements
