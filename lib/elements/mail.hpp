// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Elements of a block: large enough for long loops, small enough to move and to stay in the second-level cache.
inline constexpr std::int64_t block_elements = 4096;

/// Elements of a block, a power of two, of a keyless group whose blocks fill tables of `table_width` doubles. Large
/// tables have fewer elements, at least 512: each element is compared with the whole table, and a slow process must end
/// its block soon to answer requests for work.
std::int64_t elements_of_blocks(std::size_t table_width);

/// Memory layout of the blocks of one spread group.
struct BlockLayout {
  /// @param elements  of a block; keyed groups have blocks of block_elements.
  explicit BlockLayout(const Group& group, std::int64_t elements = block_elements);

  std::int64_t blocks() const { return (count + elements - 1) / elements; }
  std::int64_t elements_of(std::int64_t block) const;

  std::int64_t elements = 0;            ///< elements of each block but the last
  std::int64_t count = 0;               ///< elements of the group
  std::int64_t capacity = 0;            ///< elements for which a block has room
  std::vector<std::size_t> lane_start;  ///< offset of each lane, in bytes, shape [lanes]
  std::vector<int> lane_bytes;          ///< bytes of each field; shape [lanes]
  std::size_t bytes = 0;                ///< bytes of a block
};

/// Some thousand elements of a spread group: the unit of queueing, computing, moving and summing.
struct Block {
  /// A block with all values zero.
  Block(const BlockLayout& layout, std::int64_t number);

  /// A block to be filled from a message, which holds the values and then the number; then call take_number().
  explicit Block(const BlockLayout& layout);
  void take_number(const BlockLayout& layout);

  struct Free {
    void operator()(std::byte* p) const { ::operator delete (p, std::align_val_t{64}); }
  };

  std::int64_t number = 0;                      ///< index of the block in its group
  std::int64_t count = 0;                       ///< elements
  std::unique_ptr<std::byte, Free> values;      ///< lanes, then room for a number
  std::vector<std::int64_t> link_start, links;  ///< for edge lists, see Batch
  std::vector<double> link_weights;             ///< for weighted edge lists, see Batch
  std::vector<std::int64_t> received;           ///< for keyed groups, see Batch
  std::vector<std::uint8_t> has_received;       ///< for keyed groups, see Batch
};

/// The block as a program sees it.
Batch batch_of(int group, const BlockLayout& layout, const Block& block, std::span<const double> multicast);

/// Writes plain numbers one after the other, as in messages and checkpoints.
class ByteWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(static_cast<std::int64_t>(values.size()));
    put(values.data(), values.size());
  }
  template <class T>
  void put(const T* values, std::size_t count) {
    if (count > 0) bytes.append(reinterpret_cast<const char*>(values), count * sizeof(T));
  }
  std::string bytes;
};

/// Reads numbers of a ByteWriter in the same order. @throws InputError  if too few are left.
class ByteReader {
 public:
  explicit ByteReader(const std::string& bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {}
  template <class T>
  T get() {
    T value;
    get(&value, 1);
    return value;
  }
  template <class T>
  std::vector<T> get_vector() {
    const auto count = static_cast<std::size_t>(get<std::int64_t>());
    require(count, sizeof(T));
    std::vector<T> values(count);
    get(values.data(), values.size());
    return values;
  }
  template <class T>
  void get(T* values, std::size_t count) {
    require(count, sizeof(T));
    if (count > 0) std::memcpy(values, at_, count * sizeof(T));
    at_ += count * sizeof(T);
  }
  bool at_end() const { return at_ >= end_; }
  void require_at_end() const {
    if (!at_end()) throw InputError("its numbers go on too long");
  }

 private:
  void require(std::size_t count, std::size_t size) const {
    if (count > static_cast<std::size_t>(end_ - at_) / size) throw InputError("its numbers end too early");
  }

  const char *at_, *end_;
};

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
