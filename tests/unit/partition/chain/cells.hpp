// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "partition/chain/placement.hpp"

// What processors have and lack, cell by cell; no code of lib/partition but the ranges of a shape.
namespace oracle {

using Cells = std::set<std::pair<std::int64_t, std::int64_t>>;  ///< of units and samples

/// The cells that each processor has of `units`: those of its rectangle, or all units of its column's samples.
inline std::vector<Cells> cells(const uneven::partition::Shape& shape, std::int64_t units, bool whole) {
  std::vector<Cells> has(shape.column.size());
  for (std::size_t c = 0; c < shape.columns.size(); ++c)
    for (std::size_t r = 0; r < shape.columns[c].size(); ++r) {
      const std::int64_t first = whole ? 0 : shape.whole.cuts[c][r], end = whole ? units : shape.whole.cuts[c][r + 1];
      const auto& samples = shape.whole.samples[c];
      for (std::int64_t unit = first; unit < end; ++unit)
        for (std::int64_t sample = samples.first; sample < samples.first + samples.count; ++sample)
          has[static_cast<std::size_t>(shape.columns[c][r])].emplace(unit, sample);
    }
  return has;
}

/// Those of `to` that are not among `from`.
inline Cells lacking(const Cells& to, const Cells& from) {
  Cells lacking;
  for (const auto& cell : to)
    if (!from.contains(cell)) lacking.insert(cell);
  return lacking;
}

}  // namespace oracle
