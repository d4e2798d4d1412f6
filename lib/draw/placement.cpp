#include "draw/placement.hpp"

#include "draw/bars.hpp"
#include "draw/cluster.hpp"
#include "draw/number.hpp"

namespace uneven::draw {
namespace {

std::string title(const document::HbspElements& plan) {
  return whole(static_cast<double>(plan.count)) + " elements on " + counted(plan.placement.size(), "processor");
}

Bars bars_of(const document::HbspElements& plan) {
  Bars chart{{}, "elements", {}};
  for (const auto& part : plan.placement) {
    const auto owner = processor(plan.cluster, part.processor);
    const auto name = "P" + std::to_string(part.processor) + (owner.host ? " " + *owner.host : "");
    const auto count = static_cast<double>(part.elements.count);
    chart.bars.push_back(
        {name, {count}, whole(count), name + ", speed " + short_number(owner.speed) + ": " + span(part.elements)});
  }
  return chart;
}

}  // namespace

std::string text(const document::HbspElements& plan, TextOptions options) {
  std::string line = "imbalance " + percent(plan.imbalance);
  if (plan.superstep_s) line += ", a superstep takes " + seconds(*plan.superstep_s);
  return wrap(title(plan), options.width) + "\n" + text(bars_of(plan), options) + "\n" + wrap(line, options.width);
}

std::string svg(const document::HbspElements& plan) { return svg(bars_of(plan), title(plan)); }

}  // namespace uneven::draw
