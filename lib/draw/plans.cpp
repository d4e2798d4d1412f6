// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "base/text.hpp"
#include "draw/listing.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"
#include "draw/views.hpp"

namespace uneven::draw {
namespace {

constexpr double side = 520;       ///< of the picture of a square matrix, pixels
constexpr double most_aspect = 4;  ///< longer matrices are drawn shorter
constexpr std::size_t rows_shown = 12;

}  // namespace

std::string title(const document::HbspMatmul& plan) {
  const auto text = [](std::int64_t rows, std::int64_t columns) {
    return std::to_string(rows) + " x " + std::to_string(columns);
  };
  const auto [rows, inner, columns] = plan.size;
  const std::string factors =
      plan.size.is_square() ? "" : ", " + text(rows, inner) + " times " + text(inner, columns) + " is";
  return "C = A B" + factors + (factors.empty() ? ", " : " ") + text(rows, columns) + ", on " +
         counted(plan.rectangles.size(), "processor");
}

namespace {

Tiling tiling_of(const document::HbspMatmul& plan, const std::string& name,
                 const std::vector<document::MatrixPart>& parts, std::int64_t rows, std::int64_t columns) {
  Tiling result{"columns of " + name, "rows of " + name, columns, rows, false, {}};
  for (const auto& part : parts)
    add_tile(result, part.processor, processor(plan.cluster, part.processor), part.columns, part.rows);
  return result;
}

}  // namespace

std::vector<Tiling> tilings_of(const document::HbspMatmul& plan) {
  const auto [rows, inner, columns] = plan.size;
  std::vector<Tiling> all{tiling_of(plan, "C", plan.rectangles, rows, columns)};
  if (!plan.starts) return all;
  if (plan.starts->a != plan.rectangles) all.push_back(tiling_of(plan, "A", plan.starts->a, rows, inner));
  if (plan.starts->b != plan.rectangles) all.push_back(tiling_of(plan, "B", plan.starts->b, inner, columns));
  return all;
}

namespace {

std::string prediction(const document::HbspMatmul& plan) {
  const auto& predicted = plan.predicted;
  std::string line = "predicted: " + whole(static_cast<double>(predicted.elements)) +
                     " elements of A and B needed (lower bound " + whole(predicted.lower_bound) + ")";
  if (predicted.compute_s) line += ", compute " + seconds(*predicted.compute_s);
  if (predicted.communication_s) line += ", communicate " + seconds(*predicted.communication_s);
  if (predicted.seconds) line += ", together " + seconds(*predicted.seconds);
  return line + ", imbalance " + percent(predicted.imbalance);
}

Listing layout_listing(const document::HbspMatmul& plan) {
  Listing result{"layouts, * the plan",
                 {{" ", true}, {"A", true}, {"B", true}, {"C", true}, {"communication"}, {"total", false, 1}},
                 {}};
  for (std::size_t i = 0; i < plan.layouts.size(); ++i) {
    const auto& cost = plan.layouts[i];
    const bool mark = cost.layouts == plan.layout;
    if (i >= rows_shown && !mark) continue;
    result.rows.push_back({mark ? "*" : "", name_of(cost.layouts.a), name_of(cost.layouts.b), name_of(cost.layouts.c),
                           whole(cost.communication), whole(cost.total)});
  }
  result.more = plan.layouts.size() - result.rows.size();
  return result;
}

Listing candidate_listing(const document::HbspMatmul& plan) {
  Listing result{"numbers of processors by seconds, * the plan",
                 {{" ", true}, {"processors"}, {"elements", false, 1}, {"seconds"}, {"above best", false, 2}},
                 {}};
  std::vector<document::ProductCandidate> sorted;
  for (const auto& row : plan.candidates)
    if (row.seconds) sorted.push_back(row);
  if (sorted.empty()) return result;
  std::ranges::stable_sort(sorted, {}, [](const auto& row) { return *row.seconds; });
  const double least = *sorted.front().seconds;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& row = sorted[i];
    const bool mark = row.processors == std::ssize(plan.rectangles);
    if (i >= rows_shown && !mark) continue;
    result.rows.push_back({mark ? "*" : "", std::to_string(row.processors), whole(static_cast<double>(row.elements)),
                           seconds(*row.seconds), least > 0 ? "+" + percent(*row.seconds / least - 1) : "-"});
  }
  result.more = sorted.size() - result.rows.size();
  return result;
}

}  // namespace

std::string text(const document::HbspMatmul& plan, TextOptions options) {
  std::string result = wrap(title(plan), options.width);
  for (const std::string& line : sentences(prediction(plan), plan.left_out)) result += wrap(line, options.width);
  if (plan.rectangles.size() <= summary_above) {
    for (const Tiling& tiling : tilings_of(plan))
      result += "\n" + text(tiling, options) + listed({tile_listing(tiling)}, options);
  }
  return result + listed({candidate_listing(plan), layout_listing(plan)}, options);
}

Notes notes_of(const document::HbspMatmul& plan) {
  Notes notes{sentences(prediction(plan), plan.left_out), {candidate_listing(plan), layout_listing(plan)}};
  if (plan.rectangles.size() <= summary_above)
    for (const Tiling& tiling : tilings_of(plan)) notes.tables.push_back(tile_listing(tiling));
  return notes;
}

Svg svg(const document::HbspMatmul& plan) {
  std::vector<Drawn> pictures;
  for (const Tiling& tiling : tilings_of(plan)) {
    const double aspect = std::clamp(static_cast<double>(tiling.columns) / static_cast<double>(tiling.rows),
                                     1 / most_aspect, most_aspect);
    pictures.push_back({tiling, std::min(side, side * aspect), std::min(side, side / aspect)});
  }
  return svg(pictures, title(plan));
}

namespace {

constexpr double longest_side = 640, shortest_side = 160;  // of the picture, pixels

}  // namespace

std::string title(const document::ArrayShares& plan) {
  std::string title = "array of " + std::to_string(plan.rows) + " x " + std::to_string(plan.columns) + " on " +
                      counted(plan.blocks.size(), "processor");
  if (!plan.left_out.empty()) title += ", " + std::to_string(plan.left_out.size()) + " left out";
  return title;
}

Tiling tiling_of(const document::ArrayShares& plan) {
  Tiling result{"columns", "rows", plan.columns, plan.rows, false, {}};
  for (const auto& [cells, neighbours, bytes] : plan.blocks)
    add_tile(result, cells.processor, processor(plan.cluster, cells.processor), cells.columns, cells.rows);
  return result;
}

namespace {

std::string array_prediction(const document::ArrayShares& plan) {
  const auto& predicted = plan.predicted;
  std::string line = "predicted: ";
  if (predicted.seconds)
    line += "cells " + seconds(*predicted.seconds) + " (lower bound " + seconds(predicted.lower_bound) + "), ";
  if (predicted.superstep_s)
    line += "halo " + seconds(predicted.halo_s.value_or(0)) + ", superstep " + seconds(*predicted.superstep_s) + ", ";
  line += "imbalance " + percent(predicted.imbalance) + ", border " + whole(static_cast<double>(predicted.border)) +
          " rows and columns";
  if (plan.halo > 0)
    line += ", halo of " + std::to_string(plan.halo) + ": " + quantity(static_cast<double>(predicted.bytes.sum), "B") +
            " sent, " + quantity(static_cast<double>(predicted.bytes.largest), "B") + " by the busiest";
  return line;
}

Listing halo_listing(const document::ArrayShares& plan) {
  Listing result{"", {{"", true}, {"halo bytes"}, {"neighbours", true, 1}}, {}};
  if (plan.halo <= 0) return result;
  for (const auto& [cells, neighbours, bytes] : plan.blocks) {
    std::string names;
    for (const std::int64_t neighbour : neighbours) names += (names.empty() ? "P" : " P") + std::to_string(neighbour);
    result.rows.push_back({"P" + std::to_string(cells.processor), whole(static_cast<double>(bytes)), names});
  }
  return result;
}

}  // namespace

std::string text(const document::ArrayShares& plan, TextOptions options) {
  const std::string result = wrap(title(plan), options.width) + wrap(array_prediction(plan), options.width);
  if (plan.blocks.size() > summary_above) return result;
  const auto tiling = tiling_of(plan);
  return result + "\n" + text(tiling, options) + listed({tile_listing(tiling), halo_listing(plan)}, options);
}

Notes notes_of(const document::ArrayShares& plan) {
  Notes notes{{array_prediction(plan)}, {}};
  if (plan.blocks.size() <= summary_above) notes.tables = {tile_listing(tiling_of(plan)), halo_listing(plan)};
  return notes;
}

Svg svg(const document::ArrayShares& plan) {
  const double rows = static_cast<double>(plan.rows), columns = static_cast<double>(plan.columns);
  const double scale = longest_side / std::max(rows, columns);
  return svg(tiling_of(plan), title(plan), std::max(columns * scale, shortest_side),
             std::max(rows * scale, shortest_side));
}

namespace {

using document::HbspCosts;
using document::SuperstepCost;

/// Measured speeds give seconds, speeds by hand a unit of their own.
std::string cost_text(const HbspCosts& costs, double cost) { return costs.kernel ? seconds(cost) : short_number(cost); }

}  // namespace

std::string title(const HbspCosts& costs) {
  return counted(costs.supersteps.size(), "superstep") + " on " + counted(costs.cluster.size(), "processor") +
         ": cost " + cost_text(costs, costs.cost) + ", with the best shares " + cost_text(costs, costs.best_cost);
}

std::string bottleneck(const HbspCosts& costs, const SuperstepCost& step, bool ascii) {
  const std::string place = host(processor(costs.cluster, step.bottleneck), ascii);
  return "P" + std::to_string(step.bottleneck) + (place == "-" ? "" : " " + place);
}

double saved(const SuperstepCost& step) {
  return step.cost > 0 ? std::max(0.0, step.cost - step.best_cost) / step.cost : 0;
}

namespace {

Listing superstep_listing(const HbspCosts& costs) {
  Listing result{
      "", {{" ", true}, {"superstep", true}, {"bottleneck", true, 1}, {"cost"}, {"best"}, {"saved", false, 2}}, {}};
  const auto dearest = std::ranges::max_element(costs.supersteps, {}, &SuperstepCost::cost);
  for (auto step = costs.supersteps.begin(); step != costs.supersteps.end(); ++step)
    result.rows.push_back({step == dearest ? "*" : "", printable(step->name, false), bottleneck(costs, *step, false),
                           cost_text(costs, step->cost), cost_text(costs, step->best_cost), percent(saved(*step))});
  return result;
}

}  // namespace

std::string text(const HbspCosts& costs, TextOptions options) {
  return wrap(title(costs), options.width) + listed({first_of(superstep_listing(costs))}, options);
}

Notes notes_of(const HbspCosts& costs) { return {{}, {superstep_listing(costs)}}; }

Bars bars_of(const HbspCosts& costs) {
  Bars bars{{"with the best shares", "more with these"}, costs.kernel ? "s" : "time", {}, "superstep"};
  for (const SuperstepCost& step : costs.supersteps) {
    const std::string name = shown(step.name);
    bars.bars.push_back({name,
                         {std::min(step.best_cost, step.cost), std::max(0.0, step.cost - step.best_cost)},
                         cost_text(costs, step.cost),
                         "superstep " + name + ", bottleneck " + bottleneck(costs, step, false)});
  }
  return bars;
}

Svg svg(const HbspCosts& costs) { return svg(bars_of(costs), title(costs)); }

std::string text(const schedule::Traffic& traffic, TextOptions options) {
  const auto number = [](std::int64_t count, bool known) { return known ? std::to_string(count) : "?"; };
  std::vector<std::vector<std::string>> rows;
  std::int64_t messages = 0;
  for (const auto& [pair, sent] : traffic) {
    rows.push_back({std::to_string(pair.first), std::to_string(pair.second), std::to_string(sent.messages),
                    number(sent.bytes, sent.all_known)});
    messages += sent.messages;
  }
  const schedule::Bytes bytes = schedule::bytes_of(traffic);
  rows.push_back({"all", "", std::to_string(messages), number(bytes.sum, bytes.all_known)});
  rows.push_back({"busiest", "", "", number(bytes.largest, bytes.all_known)});
  return table({{"from"}, {"to"}, {"messages"}, {"bytes"}}, rows, options);
}

}  // namespace uneven::draw
