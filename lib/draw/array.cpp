// SPDX-License-Identifier: MIT
#include <algorithm>

#include "draw/charts.hpp"
#include "draw/plans.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {
namespace {

constexpr double longest_side = 640, shortest_side = 160;  // of the picture, pixels

std::string title_of(const document::ArrayShares& plan) {
  std::string title = "array of " + std::to_string(plan.rows) + " x " + std::to_string(plan.columns) + " on " +
                      counted(plan.blocks.size(), "processor");
  if (!plan.left_out.empty()) title += ", " + std::to_string(plan.left_out.size()) + " left out";
  return title;
}

Tiling array_tiling(const document::ArrayShares& plan) {
  Tiling result{"columns", "rows", plan.columns, plan.rows, false, {}};
  for (const auto& [cells, neighbours, bytes] : plan.blocks)
    add_tile(result, cells.processor, processor(plan.cluster, cells.processor), cells.columns, cells.rows);
  return result;
}

std::string array_prediction(const document::ArrayShares& plan, TextOptions options) {
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
  return wrap(line, options.width);
}

std::string halo_table(const document::ArrayShares& plan, TextOptions options) {
  std::vector<std::vector<std::string>> rows;
  for (const auto& [cells, neighbours, bytes] : plan.blocks) {
    std::string names;
    for (const std::int64_t neighbour : neighbours) names += (names.empty() ? "P" : " P") + std::to_string(neighbour);
    rows.push_back({"P" + std::to_string(cells.processor), whole(static_cast<double>(bytes)), names});
  }
  return table({{"", true}, {"halo bytes"}, {"neighbours", true, 1}}, std::move(rows), options);
}

}  // namespace

std::string text(const document::ArrayShares& plan, TextOptions options) {
  std::string result = wrap(title_of(plan), options.width) + array_prediction(plan, options);
  if (plan.blocks.size() > summary_above) return result;
  const auto tiling = array_tiling(plan);
  result += "\n" + text(tiling, options) + "\n" + tile_table(tiling, options);
  return plan.halo > 0 ? result + "\n" + halo_table(plan, options) : result;
}

std::string svg(const document::ArrayShares& plan) {
  const double rows = static_cast<double>(plan.rows), columns = static_cast<double>(plan.columns);
  const double scale = longest_side / std::max(rows, columns);
  return svg(array_tiling(plan), title_of(plan), std::max(columns * scale, shortest_side),
             std::max(rows * scale, shortest_side));
}

}  // namespace uneven::draw
