#include "draw/placement.hpp"

#include "base/foreign_text.hpp"
#include "draw/bars.hpp"
#include "draw/cluster.hpp"
#include "draw/number.hpp"
#include "draw/table.hpp"

namespace uneven::draw {
namespace {

/// A bar of what every processor begins with; `unit` names what is placed.
template <class Share>
Bars bars_of(const std::vector<Share>& placement, document::Range Share::*range,
             const std::vector<document::Processor>& cluster, const std::string& unit) {
  Bars chart{{}, unit, {}};
  for (const auto& part : placement) {
    const auto owner = processor(cluster, part.processor);
    const auto name = "P" + std::to_string(part.processor) + (owner.host ? " " + shown(*owner.host) : "");
    const auto count = static_cast<double>((part.*range).count);
    chart.bars.push_back(
        {name, {count}, whole(count), name + ", speed " + short_number(owner.speed) + ": " + span(part.*range)});
  }
  return chart;
}

std::string title(const document::HbspElements& plan) {
  return whole(static_cast<double>(plan.count)) + " elements on " + counted(plan.placement.size(), "processor");
}

Bars bars_of(const document::HbspElements& plan) {
  return bars_of(plan.placement, &document::ElementRange::elements, plan.cluster, "elements");
}

std::string title(const document::Search& plan) {
  return "search of " + whole(static_cast<double>(plan.examples)) + " examples on " +
         counted(plan.placement.size(), "processor") + ": " + plan.method + ", joined by " + plan.join;
}

Bars bars_of(const document::Search& plan) {
  return bars_of(plan.placement, &document::SearchShare::examples, plan.cluster, "examples");
}

/// Times as planned, * what the plan does.
std::string times(const std::vector<document::SearchTime>& all, const std::string& chosen, const std::string& what,
                  TextOptions options) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& time : all)
    rows.push_back({time.name == chosen ? "*" : "", time.name, time.seconds ? seconds(*time.seconds) : "-"});
  return rows.empty() ? "" : "\n" + table({{" ", true}, {what, true}, {"predicted"}}, std::move(rows), options);
}

}  // namespace

std::string text(const document::HbspElements& plan, TextOptions options) {
  std::string line = "imbalance " + percent(plan.imbalance);
  if (plan.superstep_s) line += ", a superstep takes " + seconds(*plan.superstep_s);
  return wrap(title(plan), options.width) + "\n" + text(bars_of(plan), options) + "\n" + wrap(line, options.width);
}

std::string svg(const document::HbspElements& plan) { return svg(bars_of(plan), title(plan)); }

std::string text(const document::Search& plan, TextOptions options) {
  return wrap(title(plan), options.width) + "\n" + text(bars_of(plan), options) +
         times(plan.methods, plan.method, "method", options) + times(plan.joins, plan.join, "join", options);
}

std::string svg(const document::Search& plan) { return svg(bars_of(plan), title(plan)); }

}  // namespace uneven::draw
