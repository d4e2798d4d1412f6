// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "elements/block.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Messages to the elements of one keyed group, joined by key, ordered by block.
class Mail {
 public:
  explicit Mail(const Group& group);

  /// Sends a message to the element of a key. @throws std::logic_error  if there is none.
  void send(std::int64_t key, std::int64_t message);

  /// Takes all messages of another mail, which is then empty.
  void merge(Mail& other);

  /// Moves the messages to the elements of one block into `to`.
  /// If few elements have messages, writes only those elements.
  void pack_and_drop(std::int64_t block, ByteWriter& to);

  /// Takes the messages written by pack_and_drop(), for any number of blocks.
  void unpack(const std::string& bytes);

  /// Whether any element of the block gets a message.
  bool has(std::int64_t block) const { return blocks_[static_cast<std::size_t>(block)] != nullptr; }

  /// Moves the messages into the block. @param read  whether the block has been computed with its former messages: then
  ///   they are replaced; otherwise new messages are joined to them.
  void deliver(Block& block, bool read);

 private:
  struct OfBlock {
    std::vector<std::int64_t> message;
    std::vector<std::uint8_t> has;
  };
  OfBlock& at(std::int64_t block);
  void join(OfBlock& to, std::size_t place, std::int64_t message) const {
    join(to.message[place], to.has[place], message);
  }
  void join(std::int64_t& old, std::uint8_t& has, std::int64_t message) const {
    if (!has)
      old = message;
    else if (join_ == Join::add)
      old += message;
    else
      old = (message < old) == (join_ == Join::min) ? message : old;
    has = 1;
  }

  Join join_;
  std::int64_t count_;
  std::vector<std::unique_ptr<OfBlock>> blocks_;  ///< null: no messages
};

}  // namespace uneven::elements
