// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <numeric>

#include "draw/picture.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

/// Bars that become one.
struct BarGroup {
  std::string name;  ///< empty: that of its first and last bar
  std::vector<const Bar*> bars;
};

/// In the order in which names first occur; nothing if one has no name.
std::vector<BarGroup> groups_by(const Bars& chart, std::string Bar::*name) {
  std::vector<BarGroup> groups;
  std::map<std::string, std::size_t> known;
  for (const Bar& bar : chart.bars) {
    if ((bar.*name).empty()) return {};
    const auto [at, is_new] = known.try_emplace(bar.*name, groups.size());
    if (is_new) groups.push_back({bar.*name, {}});
    groups[at->second].bars.push_back(&bar);
  }
  return groups;
}

std::vector<BarGroup> groups_of_neighbours(const Bars& chart, std::size_t most) {
  const std::size_t size = (chart.bars.size() + most - 1) / most;
  std::vector<BarGroup> groups;
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    if (i % size == 0) groups.emplace_back();
    groups.back().bars.push_back(&chart.bars[i]);
  }
  return groups;
}

/// How many bars become one: "32", or "8 to 32".
std::string sizes_of(const std::vector<BarGroup>& groups) {
  const auto [least, most] = std::ranges::minmax(groups, {}, [](const BarGroup& group) { return group.bars.size(); });
  const std::string from = std::to_string(least.bars.size()), to = std::to_string(most.bars.size());
  return from == to ? from : from + " to " + to;
}

/// The label without the host behind it.
std::string rank_of(const Bar& bar) {
  const std::string host = " " + bar.host;
  return !bar.host.empty() && bar.label.ends_with(host) ? bar.label.substr(0, bar.label.size() - host.size())
                                                        : bar.label;
}

Bar mean_of(const BarGroup& group, const Bars& chart) {
  const auto shown = [&](double value) { return length_text(chart, value); };
  const auto count = static_cast<double>(group.bars.size());
  Bar mean;
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const Bar* bar : group.bars) {
    mean.parts.resize(std::max(mean.parts.size(), bar->parts.size()));
    for (std::size_t part = 0; part < bar->parts.size(); ++part) mean.parts[part] += bar->parts[part] / count;
    const double sum = std::accumulate(bar->parts.begin(), bar->parts.end(), 0.0);
    least = std::min(least, sum);
    greatest = std::max(greatest, sum);
  }
  const Bar &first = *group.bars.front(), &last = *group.bars.back();
  mean.label = group.name.empty() ? rank_of(first) + (&first == &last ? "" : " to " + rank_of(last))
                                  : group.name + " (" + std::to_string(group.bars.size()) + ")";
  mean.value = shown(std::accumulate(mean.parts.begin(), mean.parts.end(), 0.0));
  mean.hover = mean.label + ": " + counted(group.bars.size(), chart.places) + ", mean " + mean.value + ", from " +
               shown(least) + " to " + shown(greatest);
  mean.spread = {least, greatest};
  return mean;
}

}  // namespace

std::string length_text(const Bars& chart, double value) {
  return chart.unit == "s" || chart.unit.starts_with("s ") ? seconds(value)
         : chart.unit.starts_with("share")                 ? percent(value)
                                                           : short_number(value);
}

Bars grouped(const Bars& chart, std::size_t most) {
  if (chart.bars.size() <= most) return chart;
  const auto suits = [&](const std::vector<BarGroup>& groups) { return groups.size() > 1 && groups.size() <= most; };
  std::string name = "host";
  auto groups = groups_by(chart, &Bar::host);
  if (!suits(groups)) {
    name = "model";
    groups = groups_by(chart, &Bar::model);
  }
  if (!suits(groups)) {
    name = "group";
    groups = groups_of_neighbours(chart, most);
  }
  Bars result{chart.kinds,
              chart.unit,
              {},
              "mean " + chart.places + " of each " + name + ", with a line from the least to the greatest"};
  for (const BarGroup& group : groups) result.bars.push_back(mean_of(group, chart));
  result.caption = "each bar: the mean of the " + sizes_of(groups) + " " + chart.places + "s of a " + name +
                   "; lines from the least to the greatest";
  return result;
}

}  // namespace uneven::draw
