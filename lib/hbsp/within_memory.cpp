// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "shares/block_search.hpp"

namespace uneven::hbsp {

namespace {

using document::HbspMatmul;
using document::ProductSize;

constexpr std::int64_t narrow_panels[] = {256, 192, 128, 64, 32, 16};
constexpr std::int64_t too_narrow = 64;  // below, products become slower by more than is gained
constexpr double wanted_gain = 0.03;     // that a narrower panel must bring

/// The memory of each processor over what it may use, in a plan made for it; 0 where nothing limits it. Shape [N].
std::vector<double> memory_used(const HbspMatmul& plan, std::int64_t element_bytes) {
  std::vector<double> used;
  for (const std::int64_t bytes : matmul_memory(plan, element_bytes)) {
    const auto memory = plan.cluster[used.size()].memory_bytes;
    used.push_back(memory ? static_cast<double>(bytes) / static_cast<double>(*memory) : 0);
  }
  return used;
}

/// The longest busy time of a processor.
double longest(const HbspMatmul& plan, const MatmulRequest& request) {
  return std::ranges::max(busy_seconds(plan, speeds_of(plan.cluster), request.costs));
}

/// Times of n cells that give the blocks of a plan without limits; a processor without a block counts by its speed.
std::vector<shares::TimeModel> models_of(const HbspMatmul& plan) {
  double cells = 0, speed = 0;
  for (const auto& block : plan.rectangles) {
    cells += static_cast<double>(block.cells());
    speed += plan.cluster[static_cast<std::size_t>(block.processor)].speed;
  }
  std::vector<double> pace;
  for (const auto& processor : plan.cluster) pace.push_back(cells * (processor.speed / speed));
  for (const auto& block : plan.rectangles)
    pace[static_cast<std::size_t>(block.processor)] = static_cast<double>(block.cells());
  std::vector<shares::TimeModel> models;
  for (const double cells_per_s : pace) models.emplace_back(0, cells_per_s);
  return models;
}

/// The plan with the shortest longest busy time among trials with the panel of the request; nothing if none fits.
std::optional<HbspMatmul> best_trial(MatmulRequest request, const std::vector<document::Processor>& cluster,
                                     std::int64_t element_bytes) {
  HbspMatmul plan = plan_matmul(request, cluster);
  const std::int64_t cells = request.size.rows * request.size.columns;
  std::vector<std::int64_t> most;
  for (const double speed : usable_speeds(request, speeds_of(cluster))) most.push_back(speed > 0 ? cells : 0);
  shares::CappedCells caps(cells, models_of(plan), {1, 0, std::move(most)});
  std::optional<HbspMatmul> best;
  double shortest = std::numeric_limits<double>::infinity();
  for (int round = 0;; ++round) {
    const auto used = memory_used(plan, element_bytes);
    const bool fits = std::ranges::max(used) <= 1;
    if (const double busy = longest(plan, request); fits && busy < shortest) {
      shortest = busy;
      best = plan;
    }
    if ((fits && round == 0) || round == shares::CappedCells::rounds) return best;
    for (const auto& block : plan.rectangles) {
      const auto processor = static_cast<std::size_t>(block.processor);
      caps.take(processor, block.cells(), used[processor]);
    }
    caps.next_round();
    request.areas = caps.sizes();
    if (std::ranges::max(request.areas) <= 0) return best;
    plan = plan_matmul(request, cluster);
  }
}

std::optional<HbspMatmul> best_trial(MatmulRequest request, const std::vector<document::Processor>& cluster,
                                     std::int64_t element_bytes, bool panel_given) {
  auto best = best_trial(request, cluster, element_bytes);
  for (const std::int64_t panel : narrow_panels) {
    if (panel_given || panel >= request.panel || (best && panel < too_narrow)) continue;
    request.panel = panel;
    auto plan = best_trial(request, cluster, element_bytes);
    if (plan && (!best || longest(*plan, request) < (1 - wanted_gain) * longest(*best, request)))
      best = std::move(plan);
  }
  return best;
}

/// The size with about the same proportions and `largest` as its largest extent.
ProductSize scaled(const ProductSize& size, std::int64_t largest) {
  const std::int64_t all = std::max({size.rows, size.inner, size.columns});
  const auto extent = [&](std::int64_t whole) {
    const double part = static_cast<double>(whole) * static_cast<double>(largest) / static_cast<double>(all);
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(part));
  };
  return {extent(size.rows), extent(size.inner), extent(size.columns)};
}

std::string text_of(const ProductSize& size) {
  const std::string rows = std::to_string(size.rows);
  return size.is_square() ? rows : rows + "x" + std::to_string(size.inner) + "x" + std::to_string(size.columns);
}

/// Precondition: no trial fits.
[[noreturn]] void refuse(MatmulRequest request, const std::vector<document::Processor>& cluster,
                         std::int64_t element_bytes, bool panel_given) {
  const ProductSize size = request.size;
  std::int64_t fitting = 0, too_large = std::max({size.rows, size.inner, size.columns});
  if (!panel_given) request.panel = std::min(request.panel, std::ranges::min(narrow_panels));
  while (too_large - fitting > 1) {
    const std::int64_t middle = fitting + (too_large - fitting) / 2;
    request.size = scaled(size, middle);
    (best_trial(request, cluster, element_bytes) ? fitting : too_large) = middle;
  }
  throw InputError("a product of size " + text_of(size) + " does not fit: memory holds " +
                   (fitting > 0 ? "one of size " + text_of(scaled(size, fitting)) : "none, not even of size 1"));
}

}  // namespace

bool fits_memory(const HbspMatmul& plan, std::int64_t element_bytes) {
  return std::ranges::max(memory_used(plan, element_bytes)) <= 1;
}

HbspMatmul plan_within_memory(const MatmulRequest& request, const document::Speeds& speeds, bool panel_given) {
  const auto cluster = document::cluster_of(speeds);
  const std::int64_t element_bytes = element_bytes_of(speeds.kernel_options);
  auto plan = panel_given ? plan_matmul(request, cluster) : plan_with_best_panel(request, speeds);
  if (fits_memory(plan, element_bytes)) return plan;
  if (auto within = best_trial(request, cluster, element_bytes, panel_given)) return std::move(*within);
  refuse(request, cluster, element_bytes, panel_given);
}

}  // namespace uneven::hbsp
