// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.hpp"
#include "draw/hosts.hpp"
#include "draw/listing.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "draw/views.hpp"

namespace uneven::draw {

namespace {

constexpr std::size_t most_named = 20;  // processors in a line

/// A bar for each processor: the units that it begins with. `unit` is their name.
template <class Share>
Bars bars_of(const std::vector<Share>& placement, document::Range Share::*range,
             const std::vector<document::Processor>& cluster, const std::string& unit) {
  Bars chart{{}, unit, {}};
  std::vector<std::string> hosts;
  for (const auto& part : placement) hosts.push_back(processor(cluster, part.processor).host.value_or(""));
  hosts = short_hosts(hosts);
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    const auto& part = placement[i];
    const auto owner = processor(cluster, part.processor);
    const auto name = "P" + std::to_string(part.processor) + (hosts[i].empty() ? "" : " " + shown(hosts[i]));
    const auto count = static_cast<double>((part.*range).count);
    chart.bars.push_back({name,
                          {count},
                          whole(count),
                          name + ", speed " + short_number(owner.speed) + ": " + span(part.*range),
                          shown(hosts[i]),
                          shown(owner.cpu.value_or(""))});
  }
  return chart;
}

}  // namespace

std::string title(const document::HbspElements& plan) {
  return whole(static_cast<double>(plan.count)) + " elements on " + counted(plan.placement.size(), "processor");
}

Bars bars_of(const document::HbspElements& plan) {
  return bars_of(plan.placement, &document::ElementRange::elements, plan.cluster, "elements");
}

std::string title(const document::Search& plan) {
  return "search of " + whole(static_cast<double>(plan.examples)) + " examples on " +
         counted(plan.placement.size(), "processor") + ": " + name_of(plan.method) + ", joined by " +
         name_of(plan.join);
}

Bars bars_of(const document::Search& plan) {
  return bars_of(plan.placement, &document::SearchShare::examples, plan.cluster, "examples");
}

namespace {

/// Times as planned, * what the plan does.
template <class Way>
Listing times(const std::vector<document::SearchTime<Way>>& all, Way chosen, const std::string& what) {
  Listing result{"", {{" ", true}, {what, true}, {"predicted"}}, {}};
  for (const auto& time : all)
    result.rows.push_back(
        {time.name == chosen ? "*" : "", name_of(time.name), time.seconds ? seconds(*time.seconds) : "-"});
  return result;
}

/// What the plan costs; multiples, memory and processors without elements.
std::vector<std::string> sentences_of(const document::HbspElements& plan) {
  std::vector<std::string> lines{"imbalance " + percent(plan.imbalance)};
  if (plan.superstep_s) lines[0] += ", a superstep takes " + seconds(*plan.superstep_s);
  if (plan.seconds) lines[0] += ", all elements take " + seconds(*plan.seconds);
  if (plan.seconds && plan.lower_bound) lines[0] += ", no plan less than " + seconds(*plan.lower_bound);
  if (plan.multiple_of > 1)
    lines.push_back("ranges begin at multiples of " + whole(static_cast<double>(plan.multiple_of)));
  if (plan.memory_per_unit_bytes || plan.memory_fixed_bytes) {
    double most = 0;
    const auto fixed = static_cast<double>(plan.memory_fixed_bytes.value_or(0));
    for (const auto& [processor, elements] : plan.placement)
      if (elements.count > 0)
        most = std::max(most, fixed + static_cast<double>(elements.count) * plan.memory_per_unit_bytes.value_or(0));
    lines.push_back("memory: at most " + quantity(most, "B") + " of a processor");
  }
  if (plan.left_out.empty()) return lines;
  std::string out = "left out: ";
  for (std::size_t i = 0; i < plan.left_out.size() && i < most_named; ++i)
    out += (i > 0 ? ", P" : "P") + std::to_string(plan.left_out[i]);
  if (plan.left_out.size() > most_named)
    out += " and " + whole(static_cast<double>(plan.left_out.size() - most_named)) + " more";
  lines.push_back(out);
  return lines;
}

}  // namespace

std::string text(const document::HbspElements& plan, TextOptions options) {
  std::string result = wrap(title(plan), options.width) + "\n" + text(bars_of(plan), options) + "\n";
  for (const std::string& line : sentences_of(plan)) result += wrap(line, options.width);
  return result;
}

Notes notes_of(const document::HbspElements& plan) { return {sentences_of(plan), {}}; }

Svg svg(const document::HbspElements& plan) { return svg(bars_of(plan), title(plan)); }

std::string text(const document::Search& plan, TextOptions options) {
  return wrap(title(plan), options.width) + "\n" + text(bars_of(plan), options) +
         listed(notes_of(plan).tables, options);
}

Notes notes_of(const document::Search& plan) {
  return {{}, {times(plan.methods, plan.method, "method"), times(plan.joins, plan.join, "join")}};
}

Svg svg(const document::Search& plan) { return svg(bars_of(plan), title(plan)); }

}  // namespace uneven::draw
