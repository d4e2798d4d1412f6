// SPDX-License-Identifier: MIT
#include "draw/matmul.hpp"

#include "draw/charts.hpp"
#include "draw/number.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {
namespace {

constexpr double side = 520;  ///< of the picture of C, pixels

std::string title(const document::HbspMatmul& plan) {
  const auto size = std::to_string(plan.size);
  return "C = A B, " + size + " x " + size + ", on " + counted(plan.rectangles.size(), "processor");
}

Tiling tiling_of(const document::HbspMatmul& plan) {
  Tiling result{"columns of C", "rows of C", plan.size, plan.size, false, {}};
  for (const auto& part : plan.rectangles)
    add_tile(result, part.processor, processor(plan.cluster, part.processor), part.columns, part.rows);
  return result;
}

std::string prediction(const document::HbspMatmul& plan, TextOptions options) {
  const auto& predicted = plan.predicted;
  std::string line = "predicted: " + whole(static_cast<double>(predicted.elements)) +
                     " elements of A and B needed (lower bound " + whole(predicted.lower_bound) + ")";
  if (predicted.compute_s) line += ", compute " + seconds(*predicted.compute_s);
  if (predicted.communication_s) line += ", communicate " + seconds(*predicted.communication_s);
  if (predicted.seconds) line += ", together " + seconds(*predicted.seconds);
  return wrap(line + ", imbalance " + percent(predicted.imbalance), options.width);
}

std::string layout_table(const document::HbspMatmul& plan, TextOptions options) {
  constexpr std::size_t shown = 12;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < plan.layouts.size(); ++i) {
    const auto& cost = plan.layouts[i];
    const bool mark = cost.layouts == plan.layout;
    if (i >= shown && !mark) continue;
    rows.push_back({mark ? "*" : "", name_of(cost.layouts.a), name_of(cost.layouts.b), name_of(cost.layouts.c),
                    whole(cost.communication), whole(cost.total)});
  }
  if (rows.empty()) return "";
  const auto hidden = plan.layouts.size() - rows.size();
  const auto result =
      "\n" + wrap("layouts, * the plan", options.width) +
      table({{" ", true}, {"A", true}, {"B", true}, {"C", true}, {"communication"}, {"total", false, 1}},
            std::move(rows), options);
  return hidden > 0 ? result + "... and " + std::to_string(hidden) + " more\n" : result;
}

}  // namespace

std::string text(const document::HbspMatmul& plan, TextOptions options) {
  std::string result = wrap(title(plan), options.width) + prediction(plan, options);
  if (plan.rectangles.size() <= summary_above) {
    const auto tiling = tiling_of(plan);
    result += "\n" + text(tiling, options) + "\n" + tile_table(tiling, options);
  }
  return result + layout_table(plan, options);
}

std::string svg(const document::HbspMatmul& plan) { return svg(tiling_of(plan), title(plan), side, side); }

}  // namespace uneven::draw
