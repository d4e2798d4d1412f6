// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <utility>

#include "draw/tiling.hpp"

namespace uneven::draw {

namespace {

/// Joins neighbours. @param along  the direction in which tiles follow each other. @param aside  the other one.
std::vector<HostBlock> joined(const Tiling& tiling, document::Range Tile::*along, document::Range Tile::*aside,
                              document::Range HostBlock::*block_along) {
  std::vector<const Tile*> order;
  for (const Tile& tile : tiling.tiles)
    if ((tile.*along).count > 0 && (tile.*aside).count > 0) order.push_back(&tile);
  std::ranges::stable_sort(order, {},
                           [&](const Tile* tile) { return std::pair((tile->*aside).first, (tile->*along).first); });
  std::vector<HostBlock> blocks;
  const Tile* before = nullptr;
  for (const Tile* tile : order) {
    const bool follows = before && before->host == tile->host && before->*aside == tile->*aside &&
                         (before->*along).end() == (tile->*along).first;
    if (!follows) blocks.push_back({tile->host, tile->across, tile->down});
    HostBlock& block = blocks.back();
    if (follows) (block.*block_along).count += (tile->*along).count;
    block.processors += 1;
    before = tile;
  }
  return blocks;
}

}  // namespace

std::vector<HostBlock> host_blocks(const Tiling& tiling) {
  std::map<std::string, std::pair<double, double>> hosts;  // sum of speeds, processors
  for (const Tile& tile : tiling.tiles) {
    if (tile.host == "-") return {};
    hosts[tile.host].first += tile.speed;
    hosts[tile.host].second += 1;
  }
  if (hosts.size() < 2) return {};
  auto down = joined(tiling, &Tile::down, &Tile::across, &HostBlock::down);
  auto across = joined(tiling, &Tile::across, &Tile::down, &HostBlock::across);
  auto& blocks = down.size() <= across.size() ? down : across;
  for (HostBlock& block : blocks) block.speed = hosts[block.host].first / hosts[block.host].second;
  return std::move(blocks);
}

}  // namespace uneven::draw
