// SPDX-License-Identifier: MIT
#include "draw/raster.hpp"

#include <cassert>

#include "draw/text.hpp"

namespace uneven::draw {
namespace {

enum Arm : std::uint8_t { up = 1, right = 2, down = 4, left = 8 };

const char* glyph(std::uint8_t arms, bool ascii) {
  static constexpr const char* joined[16] = {" ", "│", "─", "└", "│", "│", "┌", "├",
                                             "─", "┘", "─", "┴", "┐", "┤", "┬", "┼"};
  if (!ascii) return joined[arms];
  if (arms == 0) return " ";
  if ((arms & (up | down)) == 0) return "-";
  if ((arms & (left | right)) == 0) return "|";
  return "+";
}

}  // namespace

Raster::Raster(int width, int height)
    : width_(width), height_(height), cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

Raster::Cell& Raster::at(int column, int row) {
  assert(column >= 0 && column < width_ && row >= 0 && row < height_);
  return cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(column)];
}

void Raster::horizontal(int row, int first, int last) {
  for (int column = first; column < last; ++column) {
    at(column, row).arms |= right;
    at(column + 1, row).arms |= left;
  }
}

void Raster::vertical(int column, int first, int last) {
  for (int row = first; row < last; ++row) {
    at(column, row).arms |= down;
    at(column, row + 1).arms |= up;
  }
}

void Raster::box(int left, int top, int right, int bottom) {
  horizontal(top, left, right);
  horizontal(bottom, left, right);
  vertical(left, top, bottom);
  vertical(right, top, bottom);
}

void Raster::write(int column, int row, std::string_view text) {
  for (const auto& character : characters(text)) {
    if (column >= width_) return;
    at(column++, row).text = character;
  }
}

std::string Raster::str(bool ascii) const {
  std::string result, line;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    line += cells_[i].text.empty() ? glyph(cells_[i].arms, ascii) : cells_[i].text;
    if ((i + 1) % static_cast<std::size_t>(width_) != 0) continue;
    result += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    line.clear();
  }
  return result;
}

}  // namespace uneven::draw
