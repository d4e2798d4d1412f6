// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "draw/html/pages.hpp"
#include "draw/html/parts.hpp"
#include "draw/text.hpp"
#include "draw/views.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_places_of_map = 24;

std::string rank_name(std::size_t rank) { return "P" + std::to_string(rank); }

/// Places of a heat map: ranks, else hosts, else groups of neighbours.
struct Places {
  std::vector<std::string> names;
  std::vector<std::size_t> of_rank;
};

Places places_of(const document::Speeds& speeds) {
  const std::size_t p = speeds.processors.size();
  Places places{{}, std::vector<std::size_t>(p)};
  const auto hosts = document::host_numbers(speeds);
  const auto count = static_cast<std::size_t>(*std::ranges::max_element(hosts)) + 1;
  const bool by_host = p > most_places_of_map && count <= most_places_of_map && count > 1;
  const std::size_t group = (p + most_places_of_map - 1) / most_places_of_map;
  for (std::size_t rank = 0; rank < p; ++rank) {
    places.of_rank[rank] = by_host ? static_cast<std::size_t>(hosts[rank]) : rank / group;
    if (places.of_rank[rank] < places.names.size()) continue;
    const std::size_t last = std::min(rank + group, p) - 1;
    places.names.push_back(by_host       ? shown(speeds.processors[rank].host.value_or(rank_name(rank)))
                           : last > rank ? rank_name(rank) + "–" + std::to_string(last)
                                         : rank_name(rank));
  }
  return places;
}

double median_of(std::vector<double> values) {
  std::ranges::sort(values);
  return (values[(values.size() - 1) / 2] + values[values.size() / 2]) / 2;
}

std::string rate_text(double bytes_per_s) { return quantity(bytes_per_s, "B/s"); }

/// A map of a quantity of pairs. @param value  of a pair; NaN where there is none.
template <class Value>
std::string map_of(const std::string& title, const document::Speeds& speeds, const Places& places, Value value,
                   std::function<std::string(double)> text) {
  std::map<std::pair<std::size_t, std::size_t>, std::vector<double>> measured;
  for (const auto& pair : speeds.network_pairs) {
    const double x = value(pair);
    if (!std::isfinite(x)) continue;
    const auto a = places.of_rank[static_cast<std::size_t>(pair.first)];
    const auto b = places.of_rank[static_cast<std::size_t>(pair.second)];
    measured[std::minmax(a, b)].push_back(x);
  }
  const bool of_ranks = places.names.size() == speeds.processors.size();
  return heat_map({title, places.names,
                   [&](std::size_t a, std::size_t b) -> std::optional<double> {
                     const auto found = measured.find(std::minmax(a, b));
                     return found == measured.end() ? std::nullopt : std::optional(median_of(found->second));
                   },
                   std::move(text),
                   [&](std::size_t a, std::size_t b) {
                     const auto pairs = measured.at(std::minmax(a, b)).size();
                     return places.names[a] + " and " + places.names[b] +
                            (of_ranks ? "" : ", median of " + counted(pairs, "pair"));
                   }});
}

std::string pairs_of(const document::Speeds& speeds) {
  Table pairs{"pairs",
              "Pairs of processors between which messages were timed, the slowest first",
              {{"pair", true}, {"hosts", true, true}, {"latency"}, {"rate"}},
              {}};
  auto sorted = speeds.network_pairs;
  std::ranges::stable_sort(sorted, std::greater<>{}, &document::NetworkPair::latency_s);
  const auto host_of = [&](std::int64_t rank) {
    return shown(speeds.processors[static_cast<std::size_t>(rank)].host.value_or("-"));
  };
  for (const auto& pair : sorted) {
    const std::string from = host_of(pair.first), to = host_of(pair.second);
    const double rate = 1 / pair.gap_s_per_byte;
    pairs.rows.push_back({{{"P" + std::to_string(pair.first) + " and P" + std::to_string(pair.second)},
                           {from == to ? from : from + ", " + to},
                           time_cell(pair.latency_s),
                           pair.gap_s_per_byte > 0 ? Cell{rate_text(rate), rate} : Cell{"-"}}});
  }
  return html_table(pairs);
}

/// Speeds by the size of the problem; of many processors the slowest, the median and the fastest.
std::string sizes_of(const document::Speeds& speeds) {
  Table sizes{"sizes", "Speed by the size of the problem, in units", {{"processor", true}, {"units"}, {"speed"}}, {}};
  constexpr std::size_t most_with_curve = 8;
  std::size_t told = 0;
  for (const auto& processor : speeds.processors) {
    if (processor.curve.empty() || told++ >= most_with_curve) continue;
    for (const auto& point : processor.curve)
      sizes.rows.push_back({{{"P" + std::to_string(processor.rank), static_cast<double>(processor.rank)},
                             {short_number(point.units), point.units},
                             {short_number(point.speed), point.speed}}});
  }
  return html_table(sizes);
}

}  // namespace

std::string network_section(const document::Speeds& speeds) {
  if (speeds.network_pairs.empty()) return "";
  const Places places = places_of(speeds);
  const std::string maps =
      map_of(
          "Latency, one way", speeds, places, [](const auto& pair) { return pair.latency_s; }, time_text) +
      map_of(
          "Rate", speeds, places, [](const auto& pair) { return 1 / pair.gap_s_per_byte; }, rate_text);
  return "<div class=\"heats\">\n" + maps + "</div>\n" + pairs_of(speeds);
}

Page page_of(const document::Speeds& speeds) {
  Page page("Measured speeds", title(speeds));
  const auto [slowest, fastest] =
      std::ranges::minmax_element(speeds.processors, {}, &document::MeasuredProcessor::speed);
  double sum = 0, worst = 0;
  std::size_t with_error = 0;
  for (const auto& processor : speeds.processors) {
    sum += processor.speed;
    with_error += processor.relative_error.has_value();
    worst = std::max(worst, processor.relative_error.value_or(0));
  }
  const std::string unit = speeds.unit.empty() ? "" : " " + shown(speeds.unit) + " per second";
  page.lead(fastest->speed > slowest->speed
                ? "P" + std::to_string(fastest->rank) + " is the fastest, " +
                      short_number(static_cast<long double>(fastest->speed) / slowest->speed) + " times as fast as P" +
                      std::to_string(slowest->rank) + ", the slowest."
                : "All processors are equally fast.");
  if (with_error > 0) page.lead("The speeds are known to " + percent(worst) + " or better, with a confidence of 95 %.");
  page.fact("all together", short_number(sum), unit.empty() ? "relative speed" : unit);
  page.fact("slowest to fastest", short_number(slowest->speed) + " to " + short_number(fastest->speed));
  if (speeds.network) {
    page.fact("latency", time_text(speeds.network->latency_s), "one way");
    if (speeds.network->gap_s_per_byte > 0) page.fact("rate", rate_text(1 / speeds.network->gap_s_per_byte));
    page.fact("barrier", time_text(speeds.network->barrier_s));
  }
  std::vector<std::vector<Cell>> cells;
  for (const auto& processor : speeds.processors)
    cells.push_back({processor.repeats ? count_cell(static_cast<double>(*processor.repeats)) : Cell{"-"},
                     {shown(processor.cpu.value_or("-"))}});
  page.section("warnings", "Warnings", html_list(speeds.warnings));
  page.section("speeds", "Speeds",
               bar_table("processors", "Speeds; lines: intervals of 95 % confidence", bars_of(speeds, false),
                         {{"repeats", false, true}, {"model", true, true}}, cells));
  page.section("network", "Network", html_paragraph(with_micro(network(speeds))) + network_section(speeds));
  page.section("size-table", "Speed by size", sizes_of(speeds));
  return page;
}

}  // namespace uneven::draw
