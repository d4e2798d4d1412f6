// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "draw/svg.hpp"
#include "draw/text.hpp"
#include "draw/tree.hpp"

namespace uneven::draw {
namespace {

constexpr double left = 150, top = 84, width = 680, right = 30, bottom = 50;  // pixels
constexpr double tallest = 1600;                                              // of all rows together
constexpr double room_for_lines = 6;       // in a row, pixels: less has no borders and no arrowheads
constexpr std::int64_t most_boxes = 1000;  // of a row: more is a tree that contradicts itself

struct Scale {
  double finish = 0, row = 0;

  /// Of a time or a length of time. Times of any size have a place, those of a tree that contradicts itself outside.
  double pixels(double time) const {
    constexpr double farthest = 1e6;
    const double part = finish > 0 ? time / finish : 0;
    return std::isnan(part) ? 0 : std::clamp(part * width, -farthest, farthest);
  }
  double x(double time) const { return left + pixels(time); }
  double y(std::size_t place) const { return top + (static_cast<double>(place) + 0.5) * row; }
};

/// A stretch, cut into its operations where they are wide enough to be told apart.
void boxes(Svg& picture, const Scale& scale, double y, const Stretch& stretch, const std::string& name) {
  const double operation = (stretch.end - stretch.start) / static_cast<double>(stretch.operations);
  const bool apart = scale.pixels(operation) >= 4 && stretch.operations <= most_boxes;
  const std::int64_t count = apart ? stretch.operations : 1;
  const double length = (stretch.end - stretch.start) / static_cast<double>(count);
  for (std::int64_t i = 0; i < count; ++i) {
    const double start = stretch.start + static_cast<double>(i) * length;
    std::string hover = name + ", " + short_number(start) + " to " + short_number(start + length) + ": ";
    hover += stretch.children.empty() ? "local items" : "results of";
    for (const auto child : stretch.children) hover += " P" + std::to_string(child);
    picture.rectangle(scale.x(start), y - 0.3 * scale.row, scale.pixels(length), 0.6 * scale.row,
                      attribute("class", "operation") +
                          attribute("fill", stretch.children.empty() ? "#56b4e9" : compute_colour) +
                          (scale.row >= room_for_lines ? " stroke=\"#ffffff\" stroke-width=\"1\"" : ""),
                      hover);
  }
}

void waiting(Svg& picture, const Scale& scale, double y, const std::vector<Stretch>& stretches) {
  for (std::size_t i = 1; i < stretches.size(); ++i) {
    const double gap = scale.pixels(stretches[i].start - stretches[i - 1].end);
    if (gap < 0.5) continue;
    picture.rectangle(scale.x(stretches[i - 1].end), y - 0.3 * scale.row, gap, 0.6 * scale.row,
                      attribute("class", "wait") + " fill=\"none\" stroke=\"#d55e00\" stroke-dasharray=\"3 3\"",
                      "waits");
  }
}

void legend(Svg& picture) {
  picture.rectangle(left, top - 42, 12, 12, attribute("fill", "#56b4e9"));
  picture.text(left + 18, top - 32, "local items");
  picture.rectangle(left + 110, top - 42, 12, 12, attribute("fill", compute_colour));
  picture.text(left + 128, top - 32, "takes results");
  picture.line(left + 230, top - 36, left + 255, top - 36, " stroke=\"#444444\" marker-end=\"url(#arrow)\"");
  picture.text(left + 262, top - 32, "a result on its way");
  picture.rectangle(left + 390, top - 42, 12, 12, " fill=\"none\" stroke=\"#d55e00\" stroke-dasharray=\"3 3\"");
  picture.text(left + 408, top - 32, "waits");
}

void time_axis(Svg& picture, const Scale& scale, double finish, double low, const std::string& given) {
  const AxisUnit unit = axis_unit(given, finish);
  for (const double mark : marks(finish / unit.size)) {
    const double x = scale.x(mark * unit.size);
    picture.line(x, top, x, low + 5, " stroke=\"#dddddd\"");
    picture.text(x, low + 20, short_number(mark), " text-anchor=\"middle\"");
  }
  picture.text(left + width / 2, low + 38, "time (" + unit.name + ")", " text-anchor=\"middle\"");
}

}  // namespace

Svg svg(const document::ReductionTree& tree) {
  const auto order = walk(tree);
  const auto index = index_of_processors(tree);
  const auto times = schedule(tree);
  const auto count = static_cast<double>(std::max<std::size_t>(order.size(), 1));
  const Scale scale{tree.finish, std::min(32.0, tallest / count)};
  const double low = top + scale.row * count;
  const std::string title =
      std::to_string(tree.items) + " items on " + std::to_string(order.size()) + " processors, " + finish(tree);
  Svg picture(left + width + right, low + bottom, title);
  picture.heading(left);
  legend(picture);
  time_axis(picture, scale, tree.finish, low, name_of(tree.unit));
  std::vector<std::size_t> place(tree.processors.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i].node] = i;
  for (const auto& visit : order) {
    const auto& node = tree.processors[visit.node];
    const double y = scale.y(place[visit.node]);
    const auto name = "P" + std::to_string(node.processor);
    if (scale.row >= 10) {
      const double size = std::min(12.0, scale.row);
      picture.text(left - 10, y + 4, name + "  items " + span(node.items),
                   " text-anchor=\"end\"" + attribute("font-size", number(size)));
    }
    for (const auto& stretch : times[visit.node]) boxes(picture, scale, y, stretch, name);
    waiting(picture, scale, y, times[visit.node]);
  }
  for (const auto& visit : order) {
    const auto& node = tree.processors[visit.node];
    if (!node.parent) continue;
    const double to = scale.y(place[index.at(static_cast<std::size_t>(*node.parent))]);
    picture.line(scale.x(node.finish), scale.y(place[visit.node]), scale.x(node.finish + tree.transfer), to,
                 (scale.row >= room_for_lines ? " stroke=\"#444444\" marker-end=\"url(#arrow)\""
                                              : " stroke=\"#444444\" stroke-width=\"0.3\"") +
                     attribute("class", "transfer"));
  }
  return picture;
}

}  // namespace uneven::draw
