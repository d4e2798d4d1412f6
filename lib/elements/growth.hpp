// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "elements/block.hpp"
#include "elements/placement.hpp"

// Elements that are made between supersteps. Numbers are for ever: a group of n elements gets the numbers n, n + 1, ...
// in the order of the makers' blocks and, in a block, of making, whichever process computes what; those that central
// elements make before the next superstep on a spread group follow. They fill the last block, then new blocks behind
// it, so that everything that is under way keeps its place. A removed element stays where it is, marked in its group's
// last lane.

namespace uneven::elements {

/// Elements that those of one block made in a superstep, in the order of making.
struct MadeByBlock {
  std::int64_t block = 0;  ///< of the makers
  std::int64_t count = 0;
  std::string values;  ///< element by element; of each the lanes but the last
};

/// Bytes of a made element: its lanes but the last, which says whether it is removed.
std::size_t bytes_of_made(const std::vector<int>& lanes);

/// Notes that an element is made by one of `block`, which is the last in the lists of `made` or follows those there.
/// @param made  by group.
/// @return where its lanes but the last are to be written, one after the other, before the next call; zero at first.
/// @throws std::logic_error  if the group does not vary.
std::byte* room_for_made(const std::vector<Group>& groups, int group, std::int64_t block,
                         std::vector<std::vector<MadeByBlock>>& made);

/// How many elements of each group were made. @param made  by group.
std::vector<std::int64_t> counts_of_made(const std::vector<std::vector<MadeByBlock>>& made);

/// Which elements of a block are removed; null in groups that do not vary.
const std::uint8_t* removed_in(const BlockLayout& layout, const Block& block);

/// The number of the first element that each block made.
/// @param counts  how many each block made, of all processes, in any order; each block once.
/// @param first   elements of the group so far.
std::map<std::int64_t, std::int64_t> numbers_of_made(const std::vector<std::pair<std::int64_t, std::int64_t>>& counts,
                                                     std::int64_t first);

/// Made elements that lie in one block.
struct MadeInBlock {
  std::int64_t block, first, count;  ///< where they go; number of the first
  std::string_view values;
};

/// Cuts elements that follow each other at the ends of blocks.
std::vector<MadeInBlock> by_block(const BlockLayout& layout, std::int64_t first, std::string_view values);

/// Puts them into their block, which has room for them since its layout has their numbers.
void put_made(const BlockLayout& layout, const MadeInBlock& made, Block& block);

/// A block whose group has grown. @param layout  with the new number of elements.
void extend(const BlockLayout& layout, Block& block);

/// Blocks of each process when a group grows.
struct Growth {
  std::vector<std::int64_t> old_blocks;  ///< of those that there were, shape [p]; other than now only if keyed
  std::vector<std::int64_t> new_split;   ///< process i gets the blocks new_split[i] .. new_split[i + 1] - 1

  int owner_of_new(std::int64_t block) const;
};

/// Where blocks go so that each process's part comes near its share. Keyless: old blocks stay where they are. Keyed:
/// the split table becomes that of the shares, because order holds.
/// @param elements  of the group afterwards.
/// @param shares    shape [p], each > 0.
Growth growth_of(const Placement& placement, std::int64_t elements, const std::vector<double>& shares);

/// The placement afterwards.
Placement grown(const Placement& placement, std::int64_t elements, const Growth& growth);

}  // namespace uneven::elements
