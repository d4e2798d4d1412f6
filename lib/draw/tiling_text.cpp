// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "draw/raster.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {
namespace {

constexpr int widest = 96;  ///< characters; a wider picture says no more

/// Where the cells of the tiling lie on the raster.
struct Scale {
  int margin = 0;  ///< characters left of the picture, for the row numbers
  int width = 0, height = 0;
  double columns = 1, rows = 1;

  int x(std::int64_t column) const {
    return margin + static_cast<int>(std::lround(static_cast<double>(column) / columns * width));
  }
  int y(std::int64_t row) const { return static_cast<int>(std::lround(static_cast<double>(row) / rows * height)); }
};

Scale scale_of(const Tiling& tiling, int limit) {
  Scale scale;
  scale.columns = static_cast<double>(std::max<std::int64_t>(tiling.columns, 1));
  scale.rows = static_cast<double>(std::max<std::int64_t>(tiling.rows, 1));
  scale.margin = length(std::to_string(tiling.rows)) + 1;
  scale.width = std::max(std::min(limit, widest) - scale.margin - 1, 8);
  std::int64_t lowest = tiling.rows;
  for (const auto& tile : tiling.tiles) lowest = std::min(lowest, std::max<std::int64_t>(tile.down.count, 1));
  // Characters are twice as high as wide; a flat tile may stretch the picture, so that its label fits.
  const double flat = std::ceil(2.5 * scale.rows / static_cast<double>(lowest));
  scale.height = static_cast<int>(std::clamp<double>(flat, scale.width / 4, scale.width / 2 + 8));
  return scale;
}

/// Writes the label in the middle of the tile's inside; false if not even the number fits.
bool label(Raster& raster, const Tile& tile, int left, int top, int right, int bottom, TextOptions options) {
  const int width = right - left - 1, height = bottom - top - 1;
  std::vector<std::string> lines{"P" + std::to_string(tile.processor)};
  if (height < 1 || length(lines[0]) > width) return false;
  for (const auto& detail : tile.details) {
    const auto line = printable(detail, options.ascii);
    if (static_cast<int>(lines.size()) < height && length(line) <= width) lines.push_back(line);
  }
  int row = top + 1 + (height - static_cast<int>(lines.size())) / 2;
  for (const auto& line : lines) raster.write(left + 1 + (width - length(line)) / 2, row++, line);
  return true;
}

std::string spans_line(const Tiling& tiling, const Scale& scale) {
  Raster line(scale.margin + scale.width + 1, 1);
  for (const auto& span : spans_across(tiling)) {
    const int left = scale.x(span.first), room = scale.x(span.end()) - left - 1;
    const auto count = std::to_string(span.count);
    if (length(count) <= room) line.write(left + 1 + (room - length(count)) / 2, 0, count);
  }
  return line.str(true);
}

/// The numbers of the rows at which tiles begin; of two on one line the first is written.
void mark_cuts(Raster& raster, const Tiling& tiling, const Scale& scale) {
  int last = -1;
  for (const auto cut : cuts_down(tiling)) {
    const int row = scale.y(cut);
    if (row != last) raster.write(0, row, pad_left(std::to_string(cut), scale.margin - 1));
    last = row;
  }
}

}  // namespace

std::string text(const Tiling& tiling, TextOptions options) {
  const Scale scale = scale_of(tiling, options.width);
  Raster raster(scale.margin + scale.width + 1, scale.height + 1);
  std::string unlabelled;
  for (const auto& tile : tiling.tiles) {
    const int left = scale.x(tile.across.first), right = scale.x(tile.across.end());
    const int top = scale.y(tile.down.first), bottom = scale.y(tile.down.end());
    raster.box(left, top, right, bottom);
    if (!label(raster, tile, left, top, right, bottom, options))
      unlabelled += (unlabelled.empty() ? "P" : ", P") + std::to_string(tile.processor);
  }
  mark_cuts(raster, tiling, scale);
  std::string result =
      wrap(tiling.across + " from left to right, " + tiling.down + " from top to bottom", options.width);
  result += spans_line(tiling, scale) + raster.str(options.ascii);
  if (!unlabelled.empty()) result += wrap("too small for a label here: " + unlabelled, options.width);
  return result;
}

}  // namespace uneven::draw
