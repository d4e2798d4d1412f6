// SPDX-License-Identifier: MIT
#include "document/tiles.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

namespace uneven::document {

namespace {

/// A place where the sweep of `first_overlap` meets the left or right side of a block.
struct TileSide {
  std::int64_t column;
  bool opens;
  std::size_t part;
};

/// The first block found to share a cell with another: sweeps the columns, keeping the rows of the open blocks.
std::optional<std::size_t> first_overlap(const std::vector<MatrixPart>& parts) {
  std::vector<TileSide> sides;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    sides.push_back({parts[i].columns.first, true, i});
    sides.push_back({parts[i].columns.end(), false, i});
  }
  // At one column, blocks close before others open.
  std::ranges::sort(sides, {}, [](const TileSide& s) { return std::tuple(s.column, s.opens, s.part); });
  std::map<std::int64_t, std::int64_t> open;  // first row -> end of rows
  for (const TileSide& side : sides) {
    const Range& rows = parts[side.part].rows;
    if (!side.opens) {
      open.erase(rows.first);
      continue;
    }
    const auto next = open.lower_bound(rows.first);
    if (next != open.end() && next->first < rows.end()) return side.part;
    if (next != open.begin() && std::prev(next)->second > rows.first) return side.part;
    open[rows.first] = rows.end();
  }
  return {};
}

void check_tile_range(const std::string& pointer, const Range& range, std::int64_t extent, Faults& faults) {
  if (range.first >= 0 && range.count > 0 && range.count <= extent && range.first <= extent - range.count) return;
  faults.add(pointer, std::to_string(range.count) + " from " + std::to_string(range.first) + " is not a part of 0 .. " +
                          std::to_string(extent - 1));
}

}  // namespace

void check_tiles(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults) {
  const std::size_t before = faults.size();
  std::set<std::int64_t> seen;
  double cells = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [processor, rows, columns] = parts[i];
    const std::string here = tiled.pointer + "/" + std::to_string(i);
    const std::string name = std::to_string(processor);
    if (processor < 0 || processor >= tiled.processors)
      faults.add(here + "/processor", "there is no processor " + name);
    if (!seen.insert(processor).second) faults.add(here + "/processor", "processor " + name + " has two blocks");
    if (tiled.left_out.contains(processor)) faults.add(here + "/processor", "processor " + name + " is left out");
    check_tile_range(here + "/rows", rows, tiled.rows, faults);
    check_tile_range(here + "/columns", columns, tiled.columns, faults);
    cells += static_cast<double>(rows.count) * static_cast<double>(columns.count);
  }
  if (faults.size() != before) return;
  if (const auto part = first_overlap(parts))
    faults.add(tiled.pointer + "/" + std::to_string(*part), "overlaps another block");
  else if (cells != static_cast<double>(tiled.rows) * static_cast<double>(tiled.columns))
    faults.add(tiled.pointer, "the blocks leave a hole in the " + tiled.name);
}

void check_accounted_for(const Tiled& tiled, const std::vector<MatrixPart>& parts, Faults& faults) {
  std::set<std::int64_t> known = tiled.left_out;
  for (const std::int64_t processor : tiled.left_out)
    if (processor < 0 || processor >= tiled.processors)
      faults.add("/left_out", "there is no processor " + std::to_string(processor));
  for (const MatrixPart& part : parts) known.insert(part.processor);
  for (std::int64_t i = 0; i < tiled.processors; ++i)
    if (!known.contains(i))
      faults.add(tiled.pointer, "processor " + std::to_string(i) + " has no block and is not left out");
}

}  // namespace uneven::document
