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

  /// @throws std::logic_error  if there is no element of that key.
  void send(std::int64_t key, std::int64_t message);

  /// Takes all of another mail, which is then empty.
  void merge(Mail& other);

  /// Adds the messages to the elements of one block to what is sent; keeps nothing of them here.
  /// Only the elements that got one are written where these are few.
  void pack_and_drop(std::int64_t block, ByteWriter& to);

  /// Takes what pack_and_drop() wrote, for any number of blocks.
  void unpack(const std::string& bytes);

  /// Whether any element of the block gets a message.
  bool has(std::int64_t block) const { return blocks_[static_cast<std::size_t>(block)] != nullptr; }

  /// Moves the messages into the block and forgets them here. @param read  the block has been computed with what it
  ///   had: that goes. Otherwise it stays, and what is new is joined to it.
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
