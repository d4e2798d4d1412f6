// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "draw/html/parts.hpp"
#include "draw/svg.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_with_text = 8;  // places above which cells are too small for their values

/// Least and greatest of the values.
struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

  /// 0 for the least, 1 for the greatest, by their logarithms if all are positive.
  double place(double value) const {
    const bool logs = low > 0;
    const auto scaled = [&](double v) { return logs ? std::log(v) : v; };
    const double range = scaled(high) - scaled(low);
    return range > 0 ? (scaled(value) - scaled(low)) / range : 0.5;
  }
};

std::string coloured(double place) { return "background:" + shade(place) + ";color:" + ink(place); }

std::string scale_of(const HeatMap& map, const Extent& extent) {
  std::string stops;
  for (int i = 0; i <= 6; ++i) stops += (i > 0 ? "," : "") + shade(i / 6.0);
  return "<p class=\"scale\">" + escaped(map.text(extent.low)) + " <i style=\"background:linear-gradient(90deg," +
         stops + ")\"></i> " + escaped(map.text(extent.high)) + "</p>\n";
}

}  // namespace

std::string heat_map(const HeatMap& map) {
  Extent extent;
  for (std::size_t a = 0; a < map.names.size(); ++a)
    for (std::size_t b = 0; b < map.names.size(); ++b)
      if (const auto value = map.value(a, b)) {
        extent.low = std::min(extent.low, *value);
        extent.high = std::max(extent.high, *value);
      }
  if (!(extent.low <= extent.high)) return "";
  const bool with_text = map.names.size() <= most_with_text;
  std::string head = "<td></td>", rows;
  for (const std::string& name : map.names) head += "<th scope=\"col\"><span>" + escaped(name) + "</span></th>";
  for (std::size_t a = 0; a < map.names.size(); ++a) {
    rows += "<tr><th scope=\"row\">" + escaped(map.names[a]) + "</th>";
    for (std::size_t b = 0; b < map.names.size(); ++b) {
      const auto value = map.value(a, b);
      if (!value) {
        rows += "<td></td>";
        continue;
      }
      const std::string text = map.text(*value), hover = map.remark(a, b) + ": " + text;
      rows += "<td" + attribute("style", coloured(extent.place(*value))) + attribute("title", hover) + ">" +
              (with_text ? escaped(text) : "<span class=\"unseen\">" + escaped(text) + "</span>") + "</td>";
    }
    rows += "</tr>\n";
  }
  return "<figure class=\"heat\">\n<figcaption>" + escaped(map.title) +
         "</figcaption>\n<div class=\"scroll tips\" tabindex=\"0\" role=\"region\"" +
         attribute("aria-label", map.title) + ">\n<table" + (with_text ? "" : " class=\"small\"") + ">\n<thead><tr>" +
         head + "</tr></thead>\n<tbody>\n" + rows + "</tbody>\n</table>\n</div>\n" + scale_of(map, extent) +
         "</figure>\n";
}

}  // namespace uneven::draw
