// SPDX-License-Identifier: MIT
#include "draw/tiling.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "draw/picture.hpp"
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

Listing tile_listing(const Tiling& tiling) {
  double speed = 0;
  for (const auto& tile : tiling.tiles) speed += tile.speed;
  Listing result{"",
                 {{"", true},
                  {"host", true, 4},
                  {"speed", false, 3},
                  {tiling.across},
                  {tiling.down},
                  {"work", false, 1},
                  {"of speed", false, 2}},
                 {}};
  for (const auto& tile : tiling.tiles)
    result.rows.push_back({"P" + std::to_string(tile.processor), tile.host, short_number(tile.speed), span(tile.across),
                           span(tile.down), percent(share(tiling, tile)), percent(tile.speed / speed)});
  return result;
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
