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

/// In the order in which names first occur; nothing if one has no name.
std::vector<BarGroup> groups_by(const Bars& chart, std::string Bar::*name) {
  std::vector<BarGroup> groups;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    const std::string& of_bar = chart.bars[i].*name;
    if (of_bar.empty()) return {};
    const auto [at, is_new] = known.try_emplace(of_bar, groups.size());
    if (is_new) groups.push_back({of_bar, {}});
    groups[at->second].bars.push_back(i);
  }
  for (BarGroup& group : groups) group.label += " (" + std::to_string(group.bars.size()) + ")";
  return groups;
}

/// The label without the host behind it.
std::string rank_of(const Bar& bar) {
  const std::string host = " " + bar.host;
  return !bar.host.empty() && bar.label.ends_with(host) ? bar.label.substr(0, bar.label.size() - host.size())
                                                        : bar.label;
}

std::vector<BarGroup> groups_of_neighbours(const Bars& chart, std::size_t most) {
  const std::size_t size = std::max<std::size_t>(1, (chart.bars.size() + most - 1) / most);
  std::vector<BarGroup> groups;
  for (std::size_t i = 0; i < chart.bars.size(); ++i) {
    if (i % size == 0) groups.emplace_back();
    groups.back().bars.push_back(i);
  }
  for (BarGroup& group : groups) {
    const Bar &first = chart.bars[group.bars.front()], &last = chart.bars[group.bars.back()];
    group.label = group.bars.size() == 1 ? first.label : rank_of(first) + " to " + rank_of(last);
  }
  return groups;
}

/// How many bars become one: "32", or "8 to 32".
std::string sizes_of(const std::vector<BarGroup>& groups) {
  const auto [least, most] = std::ranges::minmax(groups, {}, [](const BarGroup& group) { return group.bars.size(); });
  const std::string from = std::to_string(least.bars.size()), to = std::to_string(most.bars.size());
  return from == to ? from : from + " to " + to;
}

Bar mean_of(const BarGroup& group, const Bars& chart) {
  const auto shown = [&](double value) { return length_text(chart, value); };
  const auto count = static_cast<double>(group.bars.size());
  Bar mean;
  double least = std::numeric_limits<double>::infinity(), greatest = 0;
  for (const std::size_t i : group.bars) {
    const auto& parts = chart.bars[i].parts;
    mean.parts.resize(std::max(mean.parts.size(), parts.size()));
    for (std::size_t part = 0; part < parts.size(); ++part) mean.parts[part] += parts[part] / count;
    const double sum = std::accumulate(parts.begin(), parts.end(), 0.0);
    least = std::min(least, sum);
    greatest = std::max(greatest, sum);
  }
  mean.label = group.label;
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

BarGroups groups_of(const Bars& chart, std::size_t most) {
  if (chart.bars.size() <= most) return {"", groups_of_neighbours(chart, std::max<std::size_t>(1, chart.bars.size()))};
  const auto suits = [&](const std::vector<BarGroup>& groups) { return groups.size() > 1 && groups.size() <= most; };
  if (auto hosts = groups_by(chart, &Bar::host); suits(hosts)) return {"host", hosts};
  if (auto models = groups_by(chart, &Bar::model); suits(models)) return {"model", models};
  return {"group", groups_of_neighbours(chart, most)};
}

Bars grouped(const Bars& chart, std::size_t most) {
  if (chart.bars.size() <= most) return chart;
  const auto [by, groups] = groups_of(chart, most);
  Bars result{chart.kinds,
              chart.unit,
              {},
              "mean " + chart.places + " of each " + by + ", with a line from the least to the greatest"};
  for (const BarGroup& group : groups) result.bars.push_back(mean_of(group, chart));
  result.caption = "each bar: the mean of the " + sizes_of(groups) + " " + chart.places + "s of a " + by +
                   "; lines from the least to the greatest";
  return result;
}

}  // namespace uneven::draw
