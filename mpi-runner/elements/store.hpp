// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "elements/mail.hpp"
#include "elements/messages.hpp"
#include "elements/relocation.hpp"

namespace uneven::elements {

/// One process's blocks of a spread group, and what every process knows of where the others are.
struct Store : Placement {
  using Placement::Placement;

  /// Makes this process's blocks, empty. @param rank  of this process.
  void make_blocks(int rank);

  /// Gives up its blocks for new ones of a group of `count` elements, shared anew. @param shares  shape [p].
  void remake(int rank, std::int64_t count, const std::vector<double>& shares);

  std::vector<Block*> all() const;
  std::vector<std::int64_t> numbers() const;

  /// Keyed: the process that has a block.
  int owner(std::int64_t block) const;

  /// Whether blocks are more than their values, so that they travel packed.
  bool packed() const { return group.keyed || linked; }

  std::map<std::int64_t, std::unique_ptr<Block>> blocks;
  bool linked = false;   ///< the elements have links
  bool of_data = false;  ///< the elements are those of the data: none are made
};

/// Bytes that make_blocks() takes, and bytes of a central group at every process: values, and sums of messages.
double bytes_of_block(const Store& store);
double bytes_of_blocks(const Store& store, int rank);
double bytes_of_tables(const Group& group);

/// A block with all that belongs to it, messages included.
std::string pack(const BlockLayout& layout, const Block& block);
std::unique_ptr<Block> unpack(const BlockLayout& layout, const std::string& bytes);

/// The contents of a block in a checkpoint: values and messages; all blocks of a group have the same number of bytes.
std::string pack_changes(const Store& store, const Block& block);
void unpack_changes(const Store& store, const std::string& bytes, Block& block);
std::size_t bytes_of_changes(const Store& store);

/// Blocks on their way from and to this process. Those of keyless groups travel from memory to memory, without a copy:
/// a processor that is slow in computing is slow in copying too.
class Transit {
 public:
  Transit(const comm::Communicator& comm, int tag);

  /// The block leaves the store; it is sent in its turn. Those to one process follow each other, processes take turns.
  void send(Store& store, std::int64_t number, int to);

  /// So many more blocks come, from whomever.
  void expect(std::int64_t blocks) { coming_ += blocks; }

  /// Sends and receives what can be without waiting. @param arrived  called with each block, which is in the store
  /// then.
  void progress(Store& store, const std::function<void(Block*)>& arrived);

  /// Blocks that have not left.
  std::size_t leaving() const { return unsent_ + sending_.size(); }
  /// Whether all that was to leave has left.
  bool sent() const { return leaving() == 0; }
  /// Whether all that was expected is here.
  bool received() const { return coming_ == 0 && arriving_.empty(); }
  bool done() const { return sent() && received(); }

 private:
  struct Arriving {
    std::unique_ptr<Block> block;  ///< keyless: the message goes straight into it
    Receiving message;
  };
  bool step(Store& store, const std::function<void(Block*)>& arrived);
  void send_next(Store& store);
  bool begin_receiving(Store& store);

  const comm::Communicator& comm_;
  int tag_;
  std::map<int, std::deque<std::unique_ptr<Block>>> leaving_;  ///< by process, none of them without blocks
  std::size_t unsent_ = 0;                                     ///< of these
  int last_to_ = -1;
  std::deque<Sending> sending_;
  std::deque<Arriving> arriving_;
  std::int64_t coming_ = 0;
};

/// Blocks of one group on their way between processes (Ito 2012, section 3.4, step 3). Blocks that leave are out of
/// the store at once; those that come are in it when they are here.
class Movement {
 public:
  /// Every process begins the movement of a group with the same target, shape [p]. Keyless: only counts move, each
  /// process giving its last blocks. Keyed: the split table becomes that of `target`, and order holds.
  /// @param unit  keyless: blocks move in multiples of this number.
  Movement(const comm::Communicator& comm, int group, Store& store, const std::vector<std::int64_t>& target,
           std::int64_t unit);

  /// Sends and receives what can be without waiting. @param arrived  called with each block that comes.
  /// @return whether this process has sent and received all.
  bool progress(const std::function<void(Block*)>& arrived);

  std::int64_t elements_sent() const { return elements_sent_; }
  double seconds() const { return seconds_; }  ///< from the beginning until this process was done

 private:
  void leave(std::int64_t block, int to);

  Store& store_;
  Transit transit_;
  std::int64_t elements_sent_ = 0;
  double start_, seconds_ = 0;
};

}  // namespace uneven::elements
