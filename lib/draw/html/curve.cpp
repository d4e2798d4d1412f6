// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "draw/html/parts.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr double plot_width = 1000, plot_height = 200;  // units of the SVG, which is stretched to the room there is
constexpr std::size_t most_buckets = 500, most_strips = 120;
constexpr double least_distance = 0.03;  // between labels of marks, of the width
constexpr double least_distance_of_narrow = 0.09;
constexpr double wide_range = 100;  // greatest over least value from which the scale is logarithmic

/// Where values lie, from 0 at the lower or left edge to 1.
struct Axis {
  double low = 0, high = 1;
  bool logarithmic = false;

  double place(double value) const {
    const auto scaled = [&](double v) { return logarithmic ? std::log10(v) : v; };
    const double place = (scaled(value) - scaled(low)) / (scaled(high) - scaled(low));
    return std::isfinite(place) ? std::clamp(place, 0.0, 1.0) : 0.5;
  }
};

/// Round numbers within an axis, at most seven; those of a logarithmic one are powers of 10.
std::vector<double> ticks(const Axis& axis, bool integers) {
  constexpr double most = 6;
  std::vector<double> result;
  if (axis.logarithmic) {
    const double first = std::ceil(std::log10(axis.low) - 1e-9), last = std::floor(std::log10(axis.high) + 1e-9);
    const double step = std::max(1.0, std::ceil((last - first) / most));
    for (double power = first; power <= last; power += step) result.push_back(std::pow(10, power));
    return result;
  }
  const double range = axis.high - axis.low;
  if (!(range > 0) || !std::isfinite(range)) return {axis.low};
  const double power = std::pow(10, std::floor(std::log10(range / most)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (range / (factor * power) <= most) step = factor * power;
  if (integers) step = std::max(1.0, step);
  for (int i = 0; i <= most; ++i)
    if (const double tick = (std::ceil(axis.low / step - 1e-9) + i) * step; tick <= axis.high + 1e-9 * range)
      result.push_back(std::abs(tick) < 1e-9 * range ? 0 : tick);
  return result;
}

Axis axis_of(const Curve& curve) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  const auto take = [&](double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  };
  for (const double value : curve.values) take(value);
  if (curve.expected) take(*curve.expected);
  if (low > 0 && high / low > wide_range) return {low, high, true};
  constexpr double near_0 = 0.3;
  if (curve.times || (low >= 0 && low < near_0 * high)) low = 0;
  const double room = 0.05 * (high - low);
  if (high > low) return {low == 0 ? 0 : low - room, high + room, false};
  return {low - 1, high + 1, false};
}

std::string text_of(const Curve& curve, double value) { return curve.times ? time_text(value) : short_number(value); }

/// The line: of each bucket of values the first, least, greatest and last; broken where there is no value.
std::string path_of(const Curve& curve, const Axis& across, const Axis& up) {
  const std::size_t count = curve.values.size(), bucket = (count + most_buckets - 1) / most_buckets;
  std::string path;
  bool broken = true;
  const auto go = [&](std::size_t i) {
    const double value = curve.values[i];
    if (!std::isfinite(value)) {
      broken = true;
      return;
    }
    path += (broken ? "M" : "L") +
            number(plot_width * across.place(curve.first + curve.step * static_cast<double>(i))) + " " +
            number(plot_height * (1 - up.place(value)));
    broken = false;
  };
  for (std::size_t from = 0; from < count; from += bucket) {
    const auto begin = curve.values.begin() + static_cast<std::ptrdiff_t>(from);
    const auto end = curve.values.begin() + static_cast<std::ptrdiff_t>(std::min(count, from + bucket));
    const auto [least, greatest] = std::minmax_element(begin, end);
    std::vector<std::size_t> of_bucket{from, static_cast<std::size_t>(least - curve.values.begin()),
                                       static_cast<std::size_t>(greatest - curve.values.begin()),
                                       static_cast<std::size_t>(end - curve.values.begin()) - 1};
    std::ranges::sort(of_bucket);
    const auto twice = std::ranges::unique(of_bucket);
    of_bucket.erase(twice.begin(), twice.end());
    for (const std::size_t i : of_bucket) go(i);
  }
  return path;
}

/// Strips that tell the values of their iterations.
std::string strips_of(const Curve& curve, const Axis& across) {
  const std::size_t count = curve.values.size(), bucket = (count + most_strips - 1) / most_strips;
  std::string strips;
  for (std::size_t from = 0; from < count; from += bucket) {
    const std::size_t last = std::min(count, from + bucket) - 1;
    const auto place = [&](std::size_t i) { return curve.first + curve.step * static_cast<double>(i); };
    std::string text = "iteration " + shortest(place(from));
    if (last > from) text += "–" + shortest(place(last));
    text += ": " + text_of(curve, curve.values[from]);
    if (last > from) text += " to " + text_of(curve, curve.values[last]);
    const double half = curve.step / 2, left = plot_width * across.place(place(from) - half);
    strips += "<rect class=\"hit\"" + attribute("x", number(left)) + attribute("y", "0") +
              attribute("width", number(plot_width * across.place(place(last) + half) - left)) +
              attribute("height", number(plot_height)) + "><title>" + escaped(text) + "</title></rect>\n";
  }
  return strips;
}

std::string level(double y) { return "M0 " + number(plot_height * (1 - y)) + "H" + number(plot_width); }

}  // namespace

std::string overlay(const std::string& name, const std::string& side, double place, const std::string& text,
                    const std::string& hover) {
  return "<span class=\"" + name + "\" style=\"" + side + ":" + number(100 * place) + "%\"" +
         (hover.empty() ? "" : attribute("title", hover)) + ">" + escaped(text) + "</span>\n";
}

std::vector<int> room_of(const std::vector<Mark>& marks, const std::function<double(double)>& place) {
  std::vector<int> room;
  std::array<double, 2> labelled{-1, -1};  // the last of those labels, on wide screens and on all
  for (const Mark& mark : marks) {
    const double at = place(mark.at);
    room.push_back(at - labelled[0] <= least_distance ? 0 : at - labelled[1] <= least_distance_of_narrow ? 1 : 2);
    for (int i = 0; i < room.back(); ++i) labelled[static_cast<std::size_t>(i)] = at;
  }
  return room;
}

std::string labels_of(const std::vector<Mark>& marks, const std::function<double(double)>& place) {
  std::string labels;
  const std::vector<int> room = room_of(marks, place);
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (room[i] > 0)
      labels += overlay(room[i] > 1 ? "mark" : "mark near", "left", place(marks[i].at), marks[i].label, marks[i].text);
  return labels;
}

std::string curve(const Curve& curve) {
  const auto finite = std::ranges::count_if(curve.values, [](double value) { return std::isfinite(value); });
  if (finite < 2) return "";
  const double last = curve.first + curve.step * static_cast<double>(curve.values.size() - 1);
  const Axis x{curve.first, last, false}, y = axis_of(curve);
  std::string grid, events, labels;
  for (const double tick : ticks(y, false)) {
    grid += level(y.place(tick));
    labels += overlay("y", "bottom", y.place(tick), text_of(curve, tick));
  }
  for (const double tick : ticks(x, true)) labels += overlay("x", "left", x.place(tick), shortest(tick));
  for (const Mark& mark : curve.marks)
    events += "M" + number(plot_width * x.place(mark.at)) + " 0V" + number(plot_height);
  labels += labels_of(curve.marks, [&](double at) { return x.place(at); });
  std::string expected;
  if (curve.expected) {
    expected = "<path class=\"expected\" d=\"" + level(y.place(*curve.expected)) + "\"/>\n";
    labels += overlay("expected", "bottom", y.place(*curve.expected), "predicted " + text_of(curve, *curve.expected));
  }
  const std::string words = curve.title + (y.logarithmic ? " (logarithmic scale)" : "");
  const std::string label = words + ": " + std::to_string(curve.values.size()) + " values, from " +
                            text_of(curve, curve.values.front()) + " to " + text_of(curve, curve.values.back());
  return "<figure class=\"curve\">\n<figcaption>" + escaped(words) + "</figcaption>\n<div class=\"area tips" +
         (curve.marks.empty() ? "" : " marked") + "\" tabindex=\"0\" role=\"group\"" + attribute("aria-label", label) +
         ">\n<svg viewBox=\"0 0 1000 200\" preserveAspectRatio=\"none\" role=\"img\"" + attribute("aria-label", label) +
         ">\n<path class=\"grid\" d=\"" + grid + "\"/>\n" + expected +
         (events.empty() ? "" : "<path class=\"events\" d=\"" + events + "\"/>\n") + "<path class=\"line\" d=\"" +
         path_of(curve, x, y) + "\"/>\n" + strips_of(curve, x) + "</svg>\n" + labels + "</div>\n</figure>\n";
}

}  // namespace uneven::draw
