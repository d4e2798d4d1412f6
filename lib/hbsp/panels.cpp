// SPDX-License-Identifier: MIT
#include "hbsp/panels.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "hbsp/exchange.hpp"
#include "hbsp/prediction.hpp"

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

namespace {

using document::MatrixPart;

/// @param held   a part of A. @param block  of its processor, in C; null: none.
bool is_sent(const document::HbspMatmul& plan, const MatrixPart& held, const MatrixPart* block) {
  // Blocks tile C, so that these rows lie in other blocks unless the processor's own has them whole.
  return !block || block->columns.count < plan.size.columns || held.rows.first < block->rows.first ||
         held.rows.end() > block->rows.end();
}

}  // namespace

bool sends_a(const document::HbspMatmul& plan, std::int64_t processor) {
  const auto start = start_of_a(plan);
  const auto held = std::ranges::find(start, processor, &MatrixPart::processor);
  const auto block = std::ranges::find(plan.rectangles, processor, &MatrixPart::processor);
  return held != start.end() && is_sent(plan, *held, block == plan.rectangles.end() ? nullptr : &*block);
}

std::vector<std::int64_t> matmul_memory(const document::HbspMatmul& plan, std::int64_t bytes) {
  std::vector<std::int64_t> memory(plan.cluster.size(), 0);
  std::vector<const MatrixPart*> block_of(plan.cluster.size(), nullptr);
  const auto widths = places(plan);
  const std::int64_t all_widths = std::accumulate(widths.begin(), widths.end(), std::int64_t{0});
  for (const MatrixPart& block : plan.rectangles) {
    block_of[static_cast<std::size_t>(block.processor)] = &block;
    memory[static_cast<std::size_t>(block.processor)] +=
        bytes * (block.cells() + all_widths * (block.rows.count + block.columns.count));
  }
  for (const MatrixPart& part : start_of_b(plan))
    memory[static_cast<std::size_t>(part.processor)] += bytes * part.cells();
  for (const MatrixPart& part : start_of_a(plan)) {
    std::int64_t elements = part.cells();
    if (is_sent(plan, part, block_of[static_cast<std::size_t>(part.processor)]))
      for (const std::int64_t width : widths) elements += part.rows.count * std::min(width, part.columns.count);
    memory[static_cast<std::size_t>(part.processor)] += bytes * elements;
  }
  return memory;
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
