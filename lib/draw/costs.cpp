// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/foreign_text.hpp"
#include "draw/bars.hpp"
#include "draw/charts.hpp"
#include "draw/plans.hpp"
#include "draw/text.hpp"

namespace uneven::draw {
namespace {

using document::HbspCosts;
using document::SuperstepCost;

std::string title(const HbspCosts& costs) {
  return counted(costs.supersteps.size(), "superstep") + " on " + counted(costs.cluster.size(), "processor") +
         ": cost " + short_number(costs.cost) + ", with the best shares " + short_number(costs.best_cost);
}

std::string bottleneck(const HbspCosts& costs, const SuperstepCost& step, bool ascii) {
  const std::string place = host(processor(costs.cluster, step.bottleneck), ascii);
  return "P" + std::to_string(step.bottleneck) + (place == "-" ? "" : " " + place);
}

/// The part of a superstep's cost that better shares save.
double saved(const SuperstepCost& step) {
  return step.cost > 0 ? std::max(0.0, step.cost - step.best_cost) / step.cost : 0;
}

}  // namespace

std::string text(const HbspCosts& costs, TextOptions options) {
  const auto dearest = std::ranges::max_element(costs.supersteps, {}, &SuperstepCost::cost);
  std::vector<std::vector<std::string>> rows;
  for (auto step = costs.supersteps.begin(); step != costs.supersteps.end(); ++step)
    rows.push_back({step == dearest ? "*" : "", printable(step->name, options.ascii),
                    bottleneck(costs, *step, options.ascii), short_number(step->cost), short_number(step->best_cost),
                    percent(saved(*step))});
  return wrap(title(costs), options.width) + "\n" +
         first_rows(
             {{" ", true}, {"superstep", true}, {"bottleneck", true, 1}, {"cost"}, {"best"}, {"saved", false, 2}},
             std::move(rows), options);
}

std::string svg(const HbspCosts& costs) {
  Bars bars{{"with the best shares", "more with these"}, "time", {}};
  for (const SuperstepCost& step : costs.supersteps) {
    const std::string name = shown(step.name);
    bars.bars.push_back({name,
                         {std::min(step.best_cost, step.cost), std::max(0.0, step.cost - step.best_cost)},
                         short_number(step.cost),
                         "superstep " + name + ", bottleneck " + bottleneck(costs, step, false)});
  }
  return svg(bars, title(costs));
}

}  // namespace uneven::draw
