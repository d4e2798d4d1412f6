// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>

#include "draw/hosts.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {
namespace {

constexpr double left = 80, above = 84, right = 100, bottom = 24;  // room around the tiled area, pixels
constexpr double between = 60;                                     // above a tiling below another
constexpr double caption_height = 18, smallest_font = 8;
constexpr double least_between_marks = 3;   // pixels between numbered rows
constexpr double least_between_groups = 6;  // pixels between dashed lines, which would hide the tiles otherwise

struct Box {
  double x, y, width, height;
};

struct Area {
  double top, width, height, columns, rows;
  double x(std::int64_t column) const { return left + static_cast<double>(column) / columns * width; }
  double y(std::int64_t row) const { return top + static_cast<double>(row) / rows * height; }
  Box box(const document::Range& across, const document::Range& down) const {
    const double left_edge = x(across.first), top_edge = y(down.first);
    return {left_edge, top_edge, x(across.end()) - left_edge, y(down.end()) - top_edge};
  }
};

/// White lines between boxes, thin enough to leave their colours.
std::string border(const Box& box, double widest) {
  const double thin = std::min(widest, 0.2 * std::min(box.width, box.height));
  return " stroke=\"#ffffff\"" + attribute("stroke-width", number(std::max(thin, 0.0)));
}

/// Name and details in the middle, as large as fits; in a narrow box the name alone, upright.
void label(Svg& picture, const std::string& name, const std::vector<std::string>& all_details, const Box& box,
           const std::string& colour) {
  const auto [x, y, width, height] = box;
  const std::string style = " text-anchor=\"middle\" pointer-events=\"none\"" + attribute("fill", colour);
  const double size = std::min({22.0, 0.8 * height, 1.2 * width / length(name)});
  if (const double upright = std::min({12.0, 0.8 * width, 1.2 * height / length(name)});
      size < smallest_font && upright >= smallest_font) {
    const double middle_x = x + width / 2, middle_y = y + height / 2;
    picture.text(middle_x, middle_y + 0.35 * upright, name,
                 style + attribute("font-size", number(upright)) + " font-weight=\"bold\"" +
                     attribute("transform", "rotate(-90 " + number(middle_x) + " " + number(middle_y) + ")"));
  }
  if (size < smallest_font) return;
  const double small = std::min(13.0, 0.7 * size);
  std::vector<std::string> details;
  for (const auto& detail : all_details) {
    const bool fits = 0.6 * small * length(detail) < 0.95 * width && small >= smallest_font &&
                      size + 1.3 * small * static_cast<double>(details.size() + 1) < 0.9 * height;
    if (fits) details.push_back(detail);
  }
  const double block = 0.75 * size + 1.3 * small * static_cast<double>(details.size());
  double line = y + (height - block) / 2 + 0.75 * size;
  picture.text(x + width / 2, line, name, style + attribute("font-size", number(size)) + " font-weight=\"bold\"");
  for (const auto& detail : details)
    picture.text(x + width / 2, line += 1.3 * small, detail, style + attribute("font-size", number(small)));
}

void group_borders(Svg& picture, const Tiling& tiling, const Area& area) {
  const auto cuts = cuts_down(tiling);
  if (static_cast<double>(cuts.size()) * least_between_groups > area.height) return;
  for (const auto cut : cuts)
    if (cut > 0 && cut < tiling.rows)
      picture.line(left, area.y(cut), left + area.width, area.y(cut),
                   " stroke=\"#d55e00\" stroke-width=\"0.8\" stroke-opacity=\"0.7\" stroke-dasharray=\"5 4\" "
                   "pointer-events=\"none\"");
}

/// Numbers along the top and the left side; those too close to the one before are left out.
void axes(Svg& picture, const Tiling& tiling, const Area& area) {
  const auto middle = std::string(" text-anchor=\"middle\"");
  double last = -1e9;
  for (const auto& span : spans_across(tiling)) {
    const double x = area.x(span.first), end = area.x(span.end());
    picture.line(x, area.top - 22, x, area.top, " stroke=\"#888888\"");
    const auto count = std::to_string(span.count);
    if (end - x > 8.0 * static_cast<double>(count.size())) picture.text((x + end) / 2, area.top - 8, count, middle);
  }
  const double far = left + area.width, low = area.top + area.height;
  picture.line(far, area.top - 22, far, area.top, " stroke=\"#888888\"");
  picture.text(left + area.width / 2, area.top - 28, tiling.across, middle);
  double last_mark = last;
  for (const auto cut : cuts_down(tiling)) {
    const double y = area.y(cut);
    if (y - last_mark >= least_between_marks) {
      picture.line(left - 6, y, left, y, " stroke=\"#888888\"");
      last_mark = y;
    }
    if (y - last < 12 || (cut != tiling.rows && low - y < 12)) continue;
    picture.text(left - 10, y + 4, std::to_string(cut), " text-anchor=\"end\"");
    last = y;
  }
  const double y = area.top + area.height / 2;
  picture.text(20, y, tiling.down, middle + attribute("transform", "rotate(-90 20 " + number(y) + ")"));
}

void legend(Svg& picture, double x, double top, double fastest) {
  constexpr int steps = 50;
  constexpr double height = 150, width = 14;
  for (int i = 0; i < steps; ++i) {
    const double value = 1 - (i + 0.5) / steps;
    picture.rectangle(x, top + i * height / steps, width, height / steps + 0.3, attribute("fill", shade(value)));
  }
  picture.text(x, top - 8, "speed");
  picture.text(x + width + 6, top + 10, short_number(fastest));
  picture.text(x + width + 6, top + height / 2 + 4, short_number(fastest / 2));
  picture.text(x + width + 6, top + height, "0");
}

void draw_tile(Svg& picture, const Tile& tile, const Box& box, double shading, double widest_border) {
  picture.rectangle(box.x, box.y, box.width, box.height,
                    attribute("class", "tile") + attribute("fill", shade(shading)) + border(box, widest_border),
                    tile.hover);
}

/// Tiles in the colours of their hosts, an outline around each block, and its label.
void draw_by_host(Svg& picture, const Tiling& tiling, const std::vector<HostBlock>& blocks, const Area& area,
                  double fastest) {
  std::map<std::string, double> shading;
  std::vector<std::string> names;
  for (const auto& block : blocks) {
    shading[block.host] = block.speed / fastest;
    names.push_back(block.host);
  }
  names = short_hosts(names);
  // Below the tiles, between which the background would shine through.
  for (const auto& block : blocks) {
    const Box box = area.box(block.across, block.down);
    picture.rectangle(box.x, box.y, box.width, box.height, attribute("fill", shade(shading[block.host])));
  }
  for (const auto& tile : tiling.tiles)
    draw_tile(picture, tile, area.box(tile.across, tile.down), shading[tile.host], 0.4);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const HostBlock& block = blocks[i];
    const Box box = area.box(block.across, block.down);
    picture.rectangle(box.x, box.y, box.width, box.height,
                      attribute("class", "host") + " fill=\"none\" pointer-events=\"none\"" + border(box, 2.5));
    label(picture, names[i], {counted(block.processors, "processor"), "speed " + short_number(block.speed)}, box,
          ink(shading.at(block.host)));
  }
}

/// Empty where colours tell processors apart, not hosts.
std::vector<HostBlock> drawn_blocks(const Tiling& tiling) {
  return tiling.tiles.size() >= hosts_from ? host_blocks(tiling) : std::vector<HostBlock>{};
}

void draw(Svg& picture, const Drawn& drawn, double top, double fastest) {
  const Tiling& tiling = drawn.tiling;
  const Area area{top, drawn.width, drawn.height, static_cast<double>(std::max<std::int64_t>(tiling.columns, 1)),
                  static_cast<double>(std::max<std::int64_t>(tiling.rows, 1))};
  const auto blocks = drawn_blocks(tiling);
  if (!blocks.empty()) {
    draw_by_host(picture, tiling, blocks, area, fastest);
  } else {
    for (const auto& tile : tiling.tiles)
      draw_tile(picture, tile, area.box(tile.across, tile.down), tile.speed / fastest, 1.5);
    if (tiling.groups) group_borders(picture, tiling, area);
    for (const auto& tile : tiling.tiles)
      label(picture, "P" + std::to_string(tile.processor), tile.details, area.box(tile.across, tile.down),
            ink(tile.speed / fastest));
  }
  axes(picture, tiling, area);
}

}  // namespace

Svg svg(const std::vector<Drawn>& pictures, const std::string& title) {
  double fastest = 1e-300;  // never divide by zero
  double width = 0, height = above + bottom - between;
  for (const Drawn& drawn : pictures) {
    for (const auto& tile : drawn.tiling.tiles) fastest = std::max(fastest, tile.speed);
    width = std::max(width, drawn.width);
    height += between + drawn.height;
  }
  const bool by_host =
      std::ranges::any_of(pictures, [](const Drawn& drawn) { return !drawn_blocks(drawn.tiling).empty(); });
  double top = above + (by_host ? caption_height : 0);
  Svg picture(left + width + right, height + top - above, title);
  picture.heading(left);
  if (by_host)
    picture.text(left, 44, "colours: mean speed of a host; outlines: its processors that lie together",
                 " fill=\"#555555\"");
  legend(picture, left + width + 24, top, fastest);
  for (const Drawn& drawn : pictures) {
    draw(picture, drawn, top, fastest);
    top += drawn.height + between;
  }
  return picture;
}

Svg svg(const Tiling& tiling, const std::string& title, double width, double height) {
  return svg({{tiling, width, height}}, title);
}

}  // namespace uneven::draw
