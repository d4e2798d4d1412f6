// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/common.hpp"
#include "draw/listing.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {

/// The rectangle of one processor.
struct Tile {
  std::int64_t processor = 0;
  document::Range across, down;
  double speed = 1;
  std::string host;                  ///< "-" where it is not known
  std::vector<std::string> details;  ///< below the processor's number as far as there is room, the best first
  std::string hover;                 ///< everything about it, for the pointer
};

/// A rectangle of `columns` x `rows` cells cut into tiles, in columns. Every kind of rectangular plan becomes one to be
/// drawn.
struct Tiling {
  std::string across, down;  ///< names of the units from left to right and from top to bottom
  std::int64_t columns = 0, rows = 0;
  bool groups = false;  ///< rows between two neighbouring cuts, over all columns, belong together
  std::vector<Tile> tiles;
};

/// Appends the tile of a processor, with what a reader wants to know about it.
void add_tile(Tiling& tiling, std::int64_t rank, const document::Processor& owner, document::Range across,
              document::Range down);

/// The share of the cells that a tile has.
double share(const Tiling& tiling, const Tile& tile);

/// A row per tile: its ranges, its share of the cells beside its processor's share of the speed.
Listing tile_listing(const Tiling& tiling);

/// The different ranges from left to right, each once. Of ranges that overlap, the narrowest. Cost: O(N log N).
std::vector<document::Range> spans_across(const Tiling& tiling);

/// Where tiles begin, from the top, and `rows` at the end.
std::vector<std::int64_t> cuts_down(const Tiling& tiling);

/// Draws to scale in characters: every cut lies where its share of the picture rounds to, so that a tile is off by less
/// than one character each way. Processors whose tile has no room for a label are listed below.
std::string text(const Tiling& tiling, TextOptions options);

/// A tiling and the size of its picture.
struct Drawn {
  Tiling tiling;
  double width = 0, height = 0;  ///< of the tiled area, pixels
};

/// The number of tiles from which on a picture tells hosts apart, not processors.
constexpr std::size_t hosts_from = 160;

/// Tiles of one host that lie together.
struct HostBlock {
  std::string host;
  document::Range across, down;
  std::size_t processors = 0;
  double speed = 0;  ///< mean of the host's processors, also of those elsewhere
};

/// Tiles of a host that follow each other down a column, or along a row if that makes fewer blocks. Nothing where less
/// than two hosts are known. Cost: O(N log N).
std::vector<HostBlock> host_blocks(const Tiling& tiling);

/// Draws tilings below each other, coloured by speed. Areas in a picture are to each other as cells of the tiles. From
/// 160 tiles on, a colour is the mean of a host, and each of host_blocks() has an outline and, where it fits, a label.
Svg svg(const std::vector<Drawn>& pictures, const std::string& title);

/// The same for one tiling.
Svg svg(const Tiling& tiling, const std::string& title, double width, double height);

/// A grid of characters on which lines that meet join up.
class Raster {
 public:
  Raster(int width, int height);

  /// Lines from one cell to another, both included; what lies outside the raster is an error of the caller.
  void horizontal(int row, int first, int last);
  void vertical(int column, int first, int last);

  /// The outline of a rectangle, given by the cells of its corners.
  void box(int left, int top, int right, int bottom);

  /// Text from (column, row) to the right; what passes the edge is cut off.
  void write(int column, int row, std::string_view text);

  /// One line per row without blanks at the end.
  std::string str(bool ascii) const;

 private:
  struct Cell {
    std::uint8_t arms = 0;  ///< which neighbours a line leads to: 1 up, 2 right, 4 down, 8 left
    std::string text;
  };
  Cell& at(int column, int row);

  int width_, height_;
  std::vector<Cell> cells_;
};

}  // namespace uneven::draw
