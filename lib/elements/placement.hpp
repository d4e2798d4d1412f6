// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "elements/mail.hpp"
#include "elements/program.hpp"

namespace uneven::elements {

/// Where the blocks of a spread group are, as all processes know it.
struct Placement {
  Placement(const Group& group, const BlockLayout& layout, const std::vector<std::int64_t>& counts);

  Group group;
  BlockLayout layout;
  std::vector<std::int64_t> counts;  ///< blocks of each process; shape [p]
  /// Keyed: the split table; process i has the blocks split[i] .. split[i + 1] - 1. Keyless: the split at the start.
  std::vector<std::int64_t> split;
};

/// The split table of consecutive shares; shape [p + 1].
std::vector<std::int64_t> split_of(const std::vector<std::int64_t>& counts);

/// A plan's elements in whole blocks: cuts go to the nearest end of a block.
/// @param placed  elements of each process; shape [p].
std::vector<std::int64_t> in_blocks(const std::vector<std::int64_t>& placed, const BlockLayout& layout);

/// Blocks that each process has and keeps when the counts become `target`; shape [p].
std::vector<std::int64_t> kept(const Placement& placement, const std::vector<std::int64_t>& target);

/// Shares `blocks` in proportion to the rates (3.4), with the least makespan. Each process gets at least one if there
/// are enough; otherwise its speed could not be measured again. With `unit` > 1 only whole units; the rest goes to the
/// last process.
std::vector<std::int64_t> target_blocks(std::int64_t blocks, const std::vector<double>& rate, std::int64_t unit = 1);

/// A move of `blocks` blocks from one process to another.
struct Move {
  int from = 0, to = 0;
  std::int64_t blocks = 0;
  bool operator==(const Move&) const = default;
};

/// The fewest blocks that turn `now` into `target`, both shape [p] with the same sum; only multiples of `unit`.
std::vector<Move> moves_between(const std::vector<std::int64_t>& now, const std::vector<std::int64_t>& target,
                                std::int64_t unit = 1);

}  // namespace uneven::elements
