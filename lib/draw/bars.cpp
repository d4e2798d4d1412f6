// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "draw/hosts.hpp"
#include "draw/picture.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr double left = 150, width = 560, right = 150, bottom = 50;  // pixels
constexpr double row_height = 26, tallest = 1600;                    // of a bar, of all bars together

const char* colour(std::size_t part) {
  static constexpr const char* colours[] = {compute_colour, communicate_colour, wait_colour};
  return colours[part % 3];
}

void legend(Svg& picture, const Bars& chart, double y) {
  double x = left;
  for (std::size_t part = 0; part < chart.kinds.size(); ++part) {
    picture.rectangle(x, y - 10, 12, 12, attribute("fill", colour(part)));
    picture.text(x + 18, y, chart.kinds[part]);
    x += 40 + 8.0 * length(chart.kinds[part]);
  }
}

/// Pixels that lengths become.
struct PixelScale {
  double longest = 0;
  explicit PixelScale(const Bars& chart) {
    for (const auto& bar : chart.bars)
      longest = std::max(
          {longest, std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0), bar.spread ? bar.spread->second : 0.0});
    longest = std::min(longest, std::numeric_limits<double>::max());
  }
  double operator()(double length) const { return longest > 0 ? std::min(length / longest, 1.0) * width : 0; }
};

void axis(Svg& picture, const Bars& chart, const PixelScale& pixels, double top, double low) {
  const AxisUnit unit = axis_unit(chart.unit, pixels.longest);
  for (const double mark : marks(pixels.longest / unit.size)) {
    const double x = left + pixels(mark * unit.size);
    picture.line(x, top, x, low + 5, " stroke=\"#dddddd\"");
    picture.text(x, low + 20, short_number(mark), " text-anchor=\"middle\"");
  }
  picture.text(left + width / 2, low + 38, unit.name, " text-anchor=\"middle\"");
}

/// Draws the bar, and its label and value.
void row(Svg& picture, const Bar& bar, const PixelScale& pixels, double y, double height) {
  double x = left;
  for (std::size_t part = 0; part < bar.parts.size(); ++part) {
    picture.rectangle(x, y + 0.12 * height, pixels(bar.parts[part]), 0.76 * height,
                      attribute("class", "bar") + attribute("fill", colour(part)), bar.hover);
    x += pixels(bar.parts[part]);
  }
  const double middle = y + height / 2;
  if (bar.spread) {
    const double least = left + pixels(bar.spread->first), most = left + pixels(bar.spread->second);
    const std::string style = attribute("class", "spread") + " stroke=\"#222222\"";
    picture.line(least, middle, most, middle, " stroke=\"#ffffff\" stroke-width=\"3\" stroke-opacity=\"0.6\"");
    picture.line(least, middle, most, middle, style);
    for (const double end : {least, most})
      picture.line(end, middle - 0.15 * height, end, middle + 0.15 * height, " stroke=\"#222222\"");
    x = std::max(x, most);
  }
  picture.text(left - 8, middle + 4, without_middle(bar.label, 20), " text-anchor=\"end\"");
  picture.text(x + 6, middle + 4, bar.value);
}

}  // namespace

Svg svg(const Bars& all, const std::string& title) {
  const Bars chart = grouped(all, most_bars);
  const auto count = static_cast<double>(std::max<std::size_t>(chart.bars.size(), 1));
  const double height = std::min(row_height, tallest / count);
  double line = 34;  // of what stands above the bars
  if (!chart.caption.empty()) line += 16;
  if (!chart.kinds.empty()) line += 20;
  const double top = line + 12, low = top + height * count;
  Svg picture(left + width + right, low + bottom, title);
  picture.heading(left);
  if (!chart.caption.empty()) picture.text(left, 48, chart.caption, " fill=\"#555555\"");
  legend(picture, chart, line);
  const PixelScale pixels(chart);
  axis(picture, chart, pixels, top, low);
  double y = top;
  for (const auto& bar : chart.bars) {
    row(picture, bar, pixels, y, height);
    y += height;
  }
  return picture;
}

namespace {

constexpr int shortest = 8, longest_bar = 100;  ///< characters for the longest bar

const char* fill(std::size_t part, bool ascii) {
  static constexpr const char* blocks[] = {"█", "▒", "·"};
  static constexpr const char* letters[] = {"#", "=", "."};
  return ascii ? letters[part % 3] : blocks[part % 3];
}

std::string repeated(const char* character, long count) {
  std::string result;
  for (long i = 0; i < count; ++i) result += character;
  return result;
}

double total(const Bar& bar) {
  return std::min(std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0), std::numeric_limits<double>::max());
}

/// Characters that lengths become: `room` for the longest.
struct BarScale {
  double longest;
  int room;
  double characters(double length) const { return longest > 0 ? std::min(length / longest, 1.0) * room : 0; }
};

std::string single(double characters, bool ascii) {
  static constexpr const char* eighth[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (ascii) return repeated(fill(0, true), std::lround(characters));
  const long eighths = std::lround(8 * characters);
  return repeated(fill(0, false), eighths / 8) + eighth[eighths % 8];
}

std::string stacked(const Bar& bar, const BarScale& scale, bool ascii) {
  std::string result;
  double end = 0;
  long drawn = 0;
  for (std::size_t part = 0; part < bar.parts.size(); ++part) {
    end += bar.parts[part];
    const long until = std::lround(scale.characters(end));
    result += repeated(fill(part, ascii), until - drawn);
    drawn = until;
  }
  return result;
}

/// Least, quartiles and greatest by the first part.
std::vector<Bar> five_of(std::vector<Bar> bars) {
  const auto first = [](const Bar& bar) { return bar.parts.empty() ? 0 : bar.parts[0]; };
  std::stable_sort(bars.begin(), bars.end(), [&](const Bar& a, const Bar& b) { return first(a) < first(b); });
  std::vector<Bar> result;
  for (const auto& [name, quarter] :
       {std::pair<const char*, std::size_t>{"least", 0}, {"1/4", 1}, {"median", 2}, {"3/4", 3}, {"greatest", 4}}) {
    result.push_back(bars[(bars.size() - 1) * quarter / 4]);
    result.back().label = std::string(name) + ": " + result.back().label;
  }
  return result;
}

}  // namespace

std::string text(const Bars& chart, TextOptions options) {
  const auto bars = chart.bars.size() > summary_above ? five_of(chart.bars) : chart.bars;
  int labels = 0, values = 0;
  double longest = 0;
  for (const auto& bar : bars) {
    labels = std::max(labels, length(bar.label));
    values = std::max(values, length(bar.value));
    longest = std::max(longest, total(bar));
  }
  labels = std::min(labels, options.width / 3);
  const int room = std::clamp(options.width - labels - values - 2, shortest, longest_bar);
  const BarScale scale{longest, room};
  std::string result;
  for (const auto& bar : bars) {
    const auto drawn = bar.parts.size() == 1 ? single(scale.characters(bar.parts[0]), options.ascii)
                                             : stacked(bar, scale, options.ascii);
    const auto label = pad_right(clip(printable(bar.label, options.ascii), labels), labels);
    result += label + " " + pad_right(drawn, room) + " " + pad_left(printable(bar.value, options.ascii), values) + "\n";
  }
  std::string legend;
  for (std::size_t part = 0; part < chart.kinds.size(); ++part)
    legend += std::string(part > 0 ? "   " : "") + fill(part, options.ascii) + " " + chart.kinds[part];
  return legend.empty() ? result : result + clip(legend, options.width) + "\n";
}

}  // namespace uneven::draw
