// SPDX-License-Identifier: MIT
#include "draw/html/tiles.hpp"

#include "base/text.hpp"
#include "draw/hosts.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

std::string tile_bars(const std::string& id, const Tiling& tiling, std::vector<Column> further,
                      const std::vector<std::vector<Cell>>& further_cells) {
  const bool whole = tiling.tiles.size() <= most_bars;
  double speed = 0;
  std::vector<std::string> hosts;
  for (const Tile& tile : tiling.tiles) hosts.push_back(tile.host == "-" ? "" : tile.host);
  hosts = short_hosts(hosts);
  for (const Tile& tile : tiling.tiles) speed += tile.speed;
  Bars chart{{}, "share of the work", {}};
  std::vector<Column> columns{
      {"of speed"}, {"speed", false, true}, {tiling.across, false, true}, {tiling.down, false, true}};
  columns.insert(columns.end(), further.begin(), further.end());
  std::vector<std::vector<Cell>> cells;
  for (std::size_t i = 0; i < tiling.tiles.size(); ++i) {
    const Tile& tile = tiling.tiles[i];
    const double part = share(tiling, tile), of_speed = tile.speed / speed;
    const std::string& place = hosts[i];
    chart.bars.push_back({"P" + std::to_string(tile.processor) + (place.empty() ? "" : " " + place),
                          {part},
                          percent(part),
                          tile.hover + "; " + percent(of_speed) + " of the speed",
                          place,
                          "",
                          std::pair{of_speed, of_speed}});
    cells.push_back({percent_cell(of_speed),
                     {short_number(tile.speed), tile.speed},
                     {span(tile.across), static_cast<double>(tile.across.first)},
                     {span(tile.down), static_cast<double>(tile.down.first)}});
    if (!further_cells.empty())
      cells.back().insert(cells.back().end(), further_cells[i].begin(), further_cells[i].end());
  }
  return bar_table(id, "Share of the work" + std::string(whole ? "; a line at the share of the speed" : ""), chart,
                   columns, cells);
}

}  // namespace uneven::draw
