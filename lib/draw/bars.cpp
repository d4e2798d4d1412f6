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
    longest = std::max(
        {longest, std::accumulate(bar.parts.begin(), bar.parts.end(), 0.0), bar.spread ? bar.spread->second : 0.0});
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
    if (bar.spread) {
      const double low = left + pixels(bar.spread->first), high = left + pixels(bar.spread->second), end = 0.15 * row;
      const double middle = y + row / 2;
      picture.line(low, middle, high, middle, " stroke=\"#444444\"");
      for (const double place : {low, high})
        picture.line(place, middle - end, place, middle + end, " stroke=\"#444444\"");
      x = std::max(x, high);
    }
    if (labelled) {
      picture.text(left - 8, y + row / 2 + 4, without_middle(bar.label, 22), " text-anchor=\"end\"");
      picture.text(x + 6, y + row / 2 + 4, bar.value);
    }
    y += row;
  }
  return picture.str();
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
