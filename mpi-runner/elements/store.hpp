// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "elements/block.hpp"

namespace uneven::elements {

/// One process's blocks of a spread group, and what every process knows of where the others are.
struct Store {
  Store(const Group& group, const BlockLayout& layout, const std::vector<std::int64_t>& counts);

  /// Makes this process's blocks, empty. @param rank  of this process.
  void make_blocks(int rank);

  std::vector<Block*> all() const;
  std::vector<std::int64_t> numbers() const;

  /// Keyed: the process that has a block.
  int owner(std::int64_t block) const;

  Group group;
  BlockLayout layout;
  std::map<std::int64_t, std::unique_ptr<Block>> blocks;
  std::vector<std::int64_t> counts;  ///< blocks of each process; shape [p]
  /// Keyed: the split table; process i has the blocks split[i] .. split[i + 1] - 1. Keyless: the split at the start.
  std::vector<std::int64_t> split;
};

/// What make_blocks() takes, and what every process keeps of a central group: values, and sums of messages under way.
double bytes_of_blocks(const Store& store, int rank);
double bytes_of_tables(const Group& group);

/// The split table of consecutive shares; shape [p + 1].
std::vector<std::int64_t> split_of(const std::vector<std::int64_t>& counts);

/// Blocks that each process has and keeps when the counts become `target`; shape [p].
std::vector<std::int64_t> kept(const Store& store, const std::vector<std::int64_t>& target);

/// A block with all that belongs to it, messages included.
std::string pack(const BlockLayout& layout, const Block& block);
std::unique_ptr<Block> unpack(const BlockLayout& layout, const std::string& bytes);

/// What a checkpoint holds of a block: values and messages; all blocks of a group have the same number of bytes.
std::string pack_changes(const Store& store, const Block& block);
void unpack_changes(const Store& store, const std::string& bytes, Block& block);
std::size_t bytes_of_changes(const Store& store);

}  // namespace uneven::elements
