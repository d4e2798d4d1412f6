// SPDX-License-Identifier: MIT
#include "draw/tiling.hpp"

#include <algorithm>
#include <set>

#include "base/foreign_text.hpp"
#include "draw/charts.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

void add_tile(Tiling& tiling, std::int64_t rank, const document::Processor& owner, document::Range across,
              document::Range down) {
  Tile tile{rank, across, down, owner.speed, host(owner, false), {}, ""};
  const auto part = percent(share(tiling, tile)), speed = "speed " + short_number(owner.speed);
  tile.details = {part, speed};
  if (owner.host) tile.details.push_back(tile.host);
  tile.hover = "processor " + std::to_string(rank) + (owner.host ? " on " + shown(*owner.host) : "") + ", " + speed +
               ", " + tiling.across + " " + span(across) + ", " + tiling.down + " " + span(down) + ", " + part;
  tiling.tiles.push_back(std::move(tile));
}

double share(const Tiling& tiling, const Tile& tile) {
  const double cells = static_cast<double>(tiling.columns) * static_cast<double>(tiling.rows);
  return cells > 0 ? static_cast<double>(tile.across.count) * static_cast<double>(tile.down.count) / cells : 0;
}

std::string tile_table(const Tiling& tiling, TextOptions options) {
  double speed = 0;
  for (const auto& tile : tiling.tiles) speed += tile.speed;
  std::vector<std::vector<std::string>> rows;
  for (const auto& tile : tiling.tiles)
    rows.push_back({"P" + std::to_string(tile.processor), printable(tile.host, options.ascii), short_number(tile.speed),
                    span(tile.across), span(tile.down), percent(share(tiling, tile)), percent(tile.speed / speed)});
  return table({{"", true},
                {"host", true, 4},
                {"speed", false, 3},
                {tiling.across},
                {tiling.down},
                {"work", false, 1},
                {"of speed", false, 2}},
               std::move(rows), options);
}

std::vector<document::Range> spans_across(const Tiling& tiling) {
  std::set<std::pair<std::int64_t, std::int64_t>> different;
  for (const auto& tile : tiling.tiles) different.emplace(tile.across.first, tile.across.count);
  std::vector<document::Range> result;
  for (const auto& [first, count] : different) {
    const bool overlaps = !result.empty() && first < result.back().end();
    if (overlaps && count >= result.back().count) continue;
    if (overlaps) result.pop_back();
    result.push_back({first, count});
  }
  return result;
}

std::vector<std::int64_t> cuts_down(const Tiling& tiling) {
  std::set<std::int64_t> different{tiling.rows};
  for (const auto& tile : tiling.tiles) different.insert(tile.down.first);
  return {different.begin(), different.end()};
}

}  // namespace uneven::draw
