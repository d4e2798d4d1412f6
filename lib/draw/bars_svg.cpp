// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>

#include "draw/bars.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr double left = 150, top = 70, width = 560, right = 150, bottom = 50;  // pixels
constexpr double tallest = 1600;                                               // of all bars together

const char* colour(std::size_t part) {
  static constexpr const char* colours[] = {compute_colour, communicate_colour, wait_colour};
  return colours[part % 3];
}

void legend(Svg& picture, const Bars& chart) {
  double x = left;
  for (std::size_t part = 0; part < chart.kinds.size(); ++part) {
    picture.rectangle(x, top - 26, 12, 12, attribute("fill", colour(part)));
    picture.text(x + 18, top - 16, chart.kinds[part]);
    x += 40 + 8.0 * length(chart.kinds[part]);
  }
}

}  // namespace

std::string svg(const Bars& chart, const std::string& title) {
  double longest = 0;
  for (const auto& bar : chart.bars)
    longest = std::max(longest, std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0));
  longest = std::min(longest, std::numeric_limits<double>::max());
  const auto pixels = [&](double length) { return longest > 0 ? std::min(length / longest, 1.0) * width : 0; };
  const auto count = static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
  const double row = std::min(26.0, tallest / count);
  const double low = top + row * count;
  Svg picture(left + width + right, low + bottom, title);
  picture.text(left, 26, title, " font-size=\"15\" font-weight=\"bold\"");
  legend(picture, chart);
  for (const double mark : marks(longest)) {
    const double x = left + pixels(mark);
    picture.line(x, top, x, low + 5, " stroke=\"#dddddd\"");
    picture.text(x, low + 20, short_number(mark), " text-anchor=\"middle\"");
  }
  picture.text(left + width / 2, low + 38, chart.unit, " text-anchor=\"middle\"");
  const bool labelled = row >= 10;
  double y = top;
  for (const auto& bar : chart.bars) {
    double x = left;
    for (std::size_t part = 0; part < bar.parts.size(); ++part) {
      picture.rectangle(x, y + 0.12 * row, pixels(bar.parts[part]), 0.76 * row,
                        attribute("class", "bar") + attribute("fill", colour(part)), bar.hover);
      x += pixels(bar.parts[part]);
    }
    if (labelled) {
      picture.text(left - 8, y + row / 2 + 4, clip(bar.label, 20), " text-anchor=\"end\"");
      picture.text(x + 6, y + row / 2 + 4, bar.value);
    }
    y += row;
  }
  return picture.str();
}

}  // namespace uneven::draw
