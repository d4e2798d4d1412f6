// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "draw/html/parts.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {

/// A bar for each tile: its share of the cells, with a line at its processor's share of the speed.
/// @param columns, cells  as in bar_table(), after those of the tiles.
std::string tile_bars(const std::string& id, const Tiling& tiling, std::vector<Column> columns = {},
                      const std::vector<std::vector<Cell>>& cells = {});

}  // namespace uneven::draw
