// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "document/hbsp_matmul.hpp"
#include "shares/capped_cells.hpp"
#include "shares/plan.hpp"
#include "shares/whole_columns.hpp"

namespace uneven::shares {

/// Memory of the blocks of an array.
struct BlockMemory {
  ArraySize size;
  std::int64_t halo = 0;
  double cell_bytes = 0, fixed_bytes = 0;

  /// Bytes that a processor holds: the fixed ones, and those of its cells and of the halo around them, a frame that is
  /// cut at the ends of the array.
  double bytes(const document::MatrixPart& block) const;
};

/// What the blocks of an array must keep to: the cells of each and its memory.
class BlockLimits {
 public:
  /// @param wanted  with multiple_of 1; its memory is that of cells.
  BlockLimits(ArraySize size, std::int64_t halo, const Wanted& wanted, std::size_t processors);

  /// Whether there is anything to keep to.
  bool matter() const { return wanted_.least > 1 || !wanted_.most.empty() || memory_counts(wanted_); }

  /// Whether each block has at least the least cells, and no more than its processor may have and has memory for.
  bool keep(std::span<const document::MatrixPart> blocks) const;

  /// Cells of blocks that begin the trials: with caps for memory that has no halo to hold.
  CappedCells begin(std::vector<TimeModel> models) const;

  /// Tells the trials how large the blocks have become, and ends a round.
  void learn(std::span<const document::MatrixPart> blocks, CappedCells& cells) const;

  /// @throws InputError  if no blocks of any shape keep the limits, with what would.
  void require_cells() const;

 private:
  double part(const document::MatrixPart& block) const;

  BlockMemory memory_;
  Wanted wanted_;
  std::int64_t cells_;
  std::vector<std::int64_t> most_;  ///< cells of each processor, shape [N]
};

}  // namespace uneven::shares
