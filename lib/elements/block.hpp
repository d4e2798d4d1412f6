// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "base/error.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Most elements of a block: enough for long loops, few enough to move and to stay in the second-level cache.
inline constexpr std::int64_t block_elements = 4096;

/// Elements of a block, a power of two from 1 to block_elements, for a group of `count` elements that may take long
/// each. Some thousand blocks are then there to be shared among threads and processes. Follows from the
/// number of elements alone: blocks are the leaves of the tree of sums, which fix the bits of a result.
std::int64_t elements_of_blocks(std::int64_t count);

/// The same for a group of cheap elements, whose blocks fill tables of `table_width` doubles. Large tables have fewer
/// elements, at least 512: each element is compared with the whole table, and a slow process must end its block soon
/// to answer requests for work.
std::int64_t elements_of_cheap_blocks(std::size_t table_width);

/// The same for a group that varies: 64 at least, since smaller blocks take as much memory. The number stays when the
/// group grows.
std::int64_t elements_of_varying_blocks(std::int64_t count);

/// Memory layout of the blocks of one spread group.
struct BlockLayout {
  /// @param elements  of a block.
  BlockLayout(const Group& group, std::int64_t elements);

  std::int64_t blocks() const { return (count + elements - 1) / elements; }
  std::int64_t elements_of(std::int64_t block) const;

  std::int64_t elements = 0;            ///< elements of each block but the last
  std::int64_t count = 0;               ///< elements of the group, removed ones too
  std::int64_t capacity = 0;            ///< elements for which a block has room
  std::vector<std::size_t> lane_start;  ///< offset of each lane, in bytes, shape [lanes]
  std::vector<int> lane_bytes;          ///< bytes of each field; shape [lanes]
  std::size_t bytes = 0;                ///< bytes of a block
  bool keyed = false;
  bool varies = false;
  std::size_t message_words = 0;  ///< of 8 bytes, of the joined messages to an element
};

/// Blocks that hold `elements`, rounded up: the unit of computing and moving where the user fixes it.
inline std::int64_t blocks_of_grain(std::int64_t elements, const BlockLayout& layout) {
  return std::max<std::int64_t>(1, (elements + layout.elements - 1) / layout.elements);
}

/// Up to some thousand elements of a spread group: the unit of queueing, computing, moving and summing.
struct Block {
  /// A block with all values zero, and no messages.
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
  std::vector<std::int64_t> received;           ///< keyed: joined messages; shape [elements, message_words]
  std::vector<std::uint8_t> has_received;       ///< for keyed groups, see Batch
  std::vector<std::int64_t> letter_start;       ///< for sets of messages, see Batch
  std::vector<LetterPlace> letter_places;
  std::string letter_bytes;
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
  void put(const std::string& text) {
    put(std::ssize(text));
    bytes += text;
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
  std::string get_text() {
    const auto count = static_cast<std::size_t>(get<std::int64_t>());
    require(count, 1);
    std::string text(count, '\0');
    get(text.data(), count);
    return text;
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

/// The set of messages that a block holds, as bytes; empty if it holds none.
std::string pack_letters(const Block& block);
void unpack_letters(const std::string& bytes, Block& block);

}  // namespace uneven::elements
