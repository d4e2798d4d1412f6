// SPDX-License-Identifier: MIT
#include "hbsp/panels.hpp"

#include <algorithm>
#include <utility>

#include "hbsp/exchange.hpp"

namespace uneven::hbsp {

std::vector<std::int64_t> places(const document::HbspMatmul& plan) {
  const std::int64_t most = plan.rectangles.size() > 1 ? panels_sent + 1 : 2;
  const auto ranges = panels(plan);
  std::vector<std::int64_t> widths(static_cast<std::size_t>(std::min(most, std::ssize(ranges))), 0);
  for (std::size_t t = 0; t < ranges.size(); ++t) {
    std::int64_t& width = widths[t % widths.size()];
    width = std::max(width, ranges[t].count);
  }
  return widths;
}

bool sends_a(const document::HbspMatmul& plan, std::int64_t processor) {
  const auto start = start_of_a(plan);
  const auto held = std::ranges::find(start, processor, &document::MatrixPart::processor);
  return held != start.end() && std::ranges::any_of(plan.rectangles, [&](const document::MatrixPart& block) {
           return block.processor != processor && common(held->rows, block.rows).count > 0;
         });
}

std::int64_t matmul_memory(const document::HbspMatmul& plan, std::int64_t processor, std::int64_t bytes) {
  std::int64_t elements = 0;
  const auto add = [&](const std::vector<document::MatrixPart>& parts, auto count) {
    const auto part = std::ranges::find(parts, processor, &document::MatrixPart::processor);
    if (part != parts.end()) elements += count(*part);
  };
  const auto cells = [](const document::MatrixPart& part) { return part.cells(); };
  add(start_of_a(plan), cells);
  add(start_of_b(plan), cells);
  add(plan.rectangles, cells);
  const bool packs = sends_a(plan, processor);
  for (const std::int64_t width : places(plan)) {
    add(plan.rectangles, [&](const auto& part) { return width * (part.rows.count + part.columns.count); });
    if (packs)
      add(start_of_a(plan), [&](const auto& part) { return part.rows.count * std::min(width, part.columns.count); });
  }
  return elements * bytes;
}

namespace {

/// Panel widths to try. Each makes the matrix product itself slower, by less than the required gain; narrower panels
/// make it slower by more.
constexpr std::int64_t narrower[] = {256, 192, 128, 64};
constexpr double gain = 0.03;

}  // namespace

document::HbspMatmul plan_with_best_panel(MatmulRequest request, const document::Speeds& speeds) {
  const auto cluster = document::cluster_of(speeds);
  auto best = plan_matmul(request, cluster);
  if (!are_matmul_speeds(speeds) || !speeds.network || !has_quotas(speeds)) return best;
  predict_seconds(best, speeds);
  for (const std::int64_t panel : narrower) {
    request.panel = panel;
    auto plan = plan_matmul(request, cluster);
    predict_seconds(plan, speeds);
    if (*plan.predicted.seconds < (1 - gain) * *best.predicted.seconds) best = std::move(plan);
  }
  return best;
}

}  // namespace uneven::hbsp
