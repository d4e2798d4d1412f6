// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "partition/chain/placement.hpp"

// What processors have and lack, cell by cell; no code of lib/partition but the ranges of a shape.
namespace oracle {

/// Whether a processor has each cell, by unit and sample.
using Cells = std::vector<std::vector<char>>;

/// The cells that each processor has: those of its rectangle, or all units of its column's samples.
inline std::vector<Cells> cells(const uneven::partition::Shape& shape, std::int64_t units, std::int64_t samples,
                                bool whole) {
  std::vector<Cells> has(shape.column.size(), Cells(units, std::vector<char>(samples)));
  for (std::size_t c = 0; c < shape.columns.size(); ++c)
    for (std::size_t r = 0; r < shape.columns[c].size(); ++r) {
      const std::int64_t first = whole ? 0 : shape.whole.cuts[c][r], end = whole ? units : shape.whole.cuts[c][r + 1];
      const auto& of_column = shape.whole.samples[c];
      Cells& own = has[static_cast<std::size_t>(shape.columns[c][r])];
      for (std::int64_t u = first; u < end; ++u)
        for (std::int64_t s = of_column.first; s < of_column.first + of_column.count; ++s) own[u][s] = 1;
    }
  return has;
}

/// How many cells of `to` are not in `from`.
inline std::int64_t lacking(const Cells& to, const Cells& from) {
  std::int64_t count = 0;
  for (std::size_t u = 0; u < to.size(); ++u)
    for (std::size_t s = 0; s < to[u].size(); ++s) count += to[u][s] && !from[u][s];
  return count;
}

}  // namespace oracle
