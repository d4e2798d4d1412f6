// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace uneven::draw {

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
