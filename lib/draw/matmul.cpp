// SPDX-License-Identifier: MIT
#include <algorithm>

#include "draw/charts.hpp"
#include "draw/plans.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"

namespace uneven::draw {
namespace {

constexpr double side = 520;       ///< of the picture of a square matrix, pixels
constexpr double most_aspect = 4;  ///< longer matrices are drawn shorter
constexpr std::size_t rows_shown = 12;

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

Tiling tiling_of(const document::HbspMatmul& plan, const std::string& name,
                 const std::vector<document::MatrixPart>& parts, std::int64_t rows, std::int64_t columns) {
  Tiling result{"columns of " + name, "rows of " + name, columns, rows, false, {}};
  for (const auto& part : parts)
    add_tile(result, part.processor, processor(plan.cluster, part.processor), part.columns, part.rows);
  return result;
}

/// C, and A and B where they lie otherwise.
std::vector<Tiling> tilings_of(const document::HbspMatmul& plan) {
  const auto [rows, inner, columns] = plan.size;
  std::vector<Tiling> all{tiling_of(plan, "C", plan.rectangles, rows, columns)};
  if (!plan.starts) return all;
  if (plan.starts->a != plan.rectangles) all.push_back(tiling_of(plan, "A", plan.starts->a, rows, inner));
  if (plan.starts->b != plan.rectangles) all.push_back(tiling_of(plan, "B", plan.starts->b, inner, columns));
  return all;
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
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < plan.layouts.size(); ++i) {
    const auto& cost = plan.layouts[i];
    const bool mark = cost.layouts == plan.layout;
    if (i >= rows_shown && !mark) continue;
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

std::string candidate_table(const document::HbspMatmul& plan, TextOptions options) {
  std::vector<document::ProductCandidate> sorted;
  for (const auto& row : plan.candidates)
    if (row.seconds) sorted.push_back(row);
  if (sorted.empty()) return "";
  std::ranges::stable_sort(sorted, {}, [](const auto& row) { return *row.seconds; });
  const double least = *sorted.front().seconds;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const auto& row = sorted[i];
    const bool mark = row.processors == std::ssize(plan.rectangles);
    if (i >= rows_shown && !mark) continue;
    rows.push_back({mark ? "*" : "", std::to_string(row.processors), whole(static_cast<double>(row.elements)),
                    seconds(*row.seconds), least > 0 ? "+" + percent(*row.seconds / least - 1) : "-"});
  }
  const auto hidden = sorted.size() - rows.size();
  const auto result =
      "\n" + wrap("numbers of processors by seconds, * the plan", options.width) +
      table({{" ", true}, {"processors"}, {"elements", false, 1}, {"seconds"}, {"above best", false, 2}},
            std::move(rows), options);
  return hidden > 0 ? result + "... and " + std::to_string(hidden) + " more\n" : result;
}

}  // namespace

std::string text(const document::HbspMatmul& plan, TextOptions options) {
  std::string result = wrap(title(plan), options.width) + prediction(plan, options) + left_out(plan.left_out, options);
  if (plan.rectangles.size() <= summary_above) {
    for (const Tiling& tiling : tilings_of(plan))
      result += "\n" + text(tiling, options) + "\n" + tile_table(tiling, options);
  }
  return result + candidate_table(plan, options) + layout_table(plan, options);
}

std::string svg(const document::HbspMatmul& plan) {
  std::vector<Drawn> pictures;
  for (const Tiling& tiling : tilings_of(plan)) {
    const double aspect = std::clamp(static_cast<double>(tiling.columns) / static_cast<double>(tiling.rows),
                                     1 / most_aspect, most_aspect);
    pictures.push_back({tiling, std::min(side, side * aspect), std::min(side, side / aspect)});
  }
  return svg(pictures, title(plan));
}

}  // namespace uneven::draw
