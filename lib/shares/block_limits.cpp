// SPDX-License-Identifier: MIT
#include "shares/block_limits.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace uneven::shares {

namespace {

using document::MatrixPart;
using document::Range;

/// Numbers of a range and of the halo on both sides, from 0 to `end`.
double with_halo(const Range& range, std::int64_t halo, std::int64_t end) {
  const double first = std::max(0.0, static_cast<double>(range.first) - static_cast<double>(halo));
  return std::min(static_cast<double>(end), static_cast<double>(range.end()) + static_cast<double>(halo)) - first;
}

}  // namespace

double BlockMemory::bytes(const MatrixPart& block) const {
  return fixed_bytes +
         cell_bytes * with_halo(block.rows, halo, size.rows) * with_halo(block.columns, halo, size.columns);
}

BlockLimits::BlockLimits(ArraySize size, std::int64_t halo, const Wanted& wanted, std::size_t processors)
    : memory_{size, halo, wanted.memory_per_unit_bytes.value_or(0),
              static_cast<double>(wanted.memory_fixed_bytes.value_or(0))},
      wanted_(wanted),
      cells_(size.rows * size.columns),
      most_(most_of(cells_, wanted, processors)) {}

/// The part that a block takes of what its processor may have; 0 if nothing limits it.
double BlockLimits::part(const MatrixPart& block) const {
  const auto processor = static_cast<std::size_t>(block.processor);
  double part = 0;
  if (!wanted_.most.empty()) part = static_cast<double>(block.cells()) / static_cast<double>(wanted_.most[processor]);
  if (memory_counts(wanted_) && wanted_.memory_bytes[processor])
    part = std::max(part, memory_.bytes(block) / static_cast<double>(*wanted_.memory_bytes[processor]));
  return part;
}

bool BlockLimits::keep(std::span<const MatrixPart> blocks) const {
  return std::ranges::all_of(
      blocks, [&](const MatrixPart& block) { return block.cells() >= wanted_.least && part(block) <= 1; });
}

CappedCells BlockLimits::begin(std::vector<TimeModel> models) const {
  return {cells_, std::move(models), {1, wanted_.least, most_}};
}

void BlockLimits::learn(std::span<const MatrixPart> blocks, CappedCells& cells) const {
  std::int64_t smallest = cells_;
  for (const MatrixPart& block : blocks) {
    cells.take(static_cast<std::size_t>(block.processor), block.cells(), part(block));
    smallest = std::min(smallest, block.cells());
  }
  if (smallest < wanted_.least) cells.raise_least(smallest);
  cells.next_round();
}

void BlockLimits::require_cells() const {
  const std::vector<TimeModel> any(most_.size(), TimeModel(0, 1));
  if (!least_makespan(cells_, any, {1, wanted_.least, most_})) refuse(cells_, wanted_, most_, "cell");
}

}  // namespace uneven::shares
