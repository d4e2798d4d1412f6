// SPDX-License-Identifier: MIT
#include "hbsp/matmul.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "hbsp/cost.hpp"
#include "shares/blocks.hpp"
#include "statistics/share.hpp"

namespace uneven::hbsp {

namespace {

using document::HbspMatmul;
using document::Layout;
using document::MatrixPart;

/// Rounds of fitting blocks to message costs; each round leaves a small part of the difference.
constexpr int rounds = 8;

std::vector<double> of_used(const HbspMatmul& plan, const std::vector<double>& all) {
  std::vector<double> used;
  for (const MatrixPart& part : plan.rectangles) used.push_back(all[part.processor]);
  return used;
}

bool lies_as_c(const HbspMatmul& plan, Layout layout, std::int64_t rows, std::int64_t columns) {
  return layout == plan.layout.c && rows == plan.size.rows && columns == plan.size.columns;
}

/// The start of A or B. With C's layout and extents it equals C's blocks; else it lies on the processors that have a
/// block of C.
std::vector<MatrixPart> start(const HbspMatmul& plan, Layout layout, std::int64_t rows, std::int64_t columns,
                              const std::vector<double>& speed) {
  if (lies_as_c(plan, layout, rows, columns)) return plan.rectangles;
  auto parts = tiles(layout, rows, columns, of_used(plan, speed)).parts;
  for (MatrixPart& part : parts) part.processor = plan.rectangles[part.processor].processor;
  return parts;
}

std::vector<std::int64_t> without_block(const HbspMatmul& plan) {
  std::vector<std::int64_t> left_out;
  auto used = plan.rectangles.begin();
  for (std::int64_t i = 0; i < std::ssize(plan.cluster); ++i) {
    if (used != plan.rectangles.end() && used->processor == i)
      ++used;
    else
      left_out.push_back(i);
  }
  return left_out;
}

/// Cuts the matrices into blocks sized by `speed`.
void place(HbspMatmul& plan, const std::vector<double>& speed) {
  const auto [rows, inner, columns] = plan.size;
  Tiling tiling = tiles(plan.layout.c, rows, columns, speed);
  plan.rectangles = std::move(tiling.parts);
  plan.predicted.ratio = tiling.ratio;
  const auto [a, b, c] = plan.layout;
  if (!lies_as_c(plan, a, rows, inner) || !lies_as_c(plan, b, inner, columns))
    plan.starts = document::MatrixStarts{start(plan, a, rows, inner, speed), start(plan, b, inner, columns, speed)};
}

/// Places blocks so that the busy time of the busiest processor, for work and messages, is least. In each round, a
/// processor that is busy for t seconds with w multiply-adds counts as one of speed w/t.
void place_evenly(HbspMatmul& plan, const std::vector<double>& speed, std::span<const MessageCost> costs) {
  place(plan, speed);
  HbspMatmul next = plan;
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    const auto busy = busy_seconds(next, speed, costs);
    if (const double longest = *std::ranges::max_element(busy); longest < least) {
      least = longest;
      plan = next;
    }
    auto apparent = speed;
    for (const MatrixPart& part : next.rectangles)
      apparent[part.processor] =
          static_cast<double>(plan.size.inner) * static_cast<double>(part.cells()) / busy[part.processor];
    place(next, apparent);
  }
}

document::MatmulPrediction prediction(const HbspMatmul& plan) {
  const auto rows = static_cast<double>(plan.size.rows), inner = static_cast<double>(plan.size.inner),
             columns = static_cast<double>(plan.size.columns);
  const auto speed = of_used(plan, speeds_of(plan.cluster));
  std::vector<double> work;
  double lines = 0;
  for (const MatrixPart& part : plan.rectangles) {
    work.push_back(static_cast<double>(part.cells()));
    lines += static_cast<double>(part.rows.count + part.columns.count);
  }
  if (inner * lines > 0x1p53)
    throw InputError("size and number of processors are too large: elements would exceed 2^53");

  document::MatmulPrediction result = plan.predicted;
  result.imbalance = finite(statistics::imbalance(work, speed), "imbalance");
  result.elements = static_cast<std::int64_t>(inner * lines);
  const double aspect = shares::aspect_of(plan.size.rows, plan.size.columns);
  result.lower_bound =
      inner * std::sqrt(rows * columns) * shares::half_perimeter_bound(statistics::exact_shares(speed), aspect);
  return result;
}

}  // namespace

std::string precision_of(const document::Json& kernel_options) {
  const auto precision = kernel_options.find("precision");
  return precision != kernel_options.end() && *precision == "single" ? "single" : "double";
}

std::int64_t element_bytes_of(const document::Json& kernel_options) {
  return precision_of(kernel_options) == "single" ? 4 : 8;
}

std::vector<double> usable_speeds(const MatmulRequest& request, std::vector<double> speed) {
  const auto wanted = static_cast<std::size_t>(request.processors.value_or(std::ssize(speed)));
  if (wanted >= speed.size()) return speed;
  std::vector<std::size_t> ranked(speed.size());
  std::iota(ranked.begin(), ranked.end(), std::size_t{0});
  std::ranges::stable_sort(ranked, std::greater(), [&](std::size_t p) { return speed[p]; });
  for (std::size_t i = wanted; i < ranked.size(); ++i) speed[ranked[i]] = 0;
  return speed;
}

HbspMatmul plan_matmul(const MatmulRequest& request, std::vector<document::Processor> cluster) {
  const auto speed = speeds_of(cluster);
  const auto relative = relative_speeds(speed);
  HbspMatmul plan;
  plan.size = request.size;
  plan.panel = std::min(request.panel, request.size.inner);
  plan.layout = request.layout;
  const auto [gap, barrier] = request.table;
  if (gap != BspCosts{}.gap) plan.gap = gap;
  if (barrier != BspCosts{}.barrier) plan.barrier = barrier;
  plan.layouts = layout_costs(request.size, std::accumulate(relative.begin(), relative.end(), 0.0), gap, barrier);
  plan.cluster = std::move(cluster);
  const auto usable = usable_speeds(request, speed);
  if (!request.areas.empty())
    place(plan, request.areas);
  else if (request.costs.empty())
    place(plan, usable);
  else
    place_evenly(plan, usable, request.costs);
  for (const auto& row : plan.layouts) finite(row.total, "total of a layout");
  plan.left_out = without_block(plan);
  plan.predicted = prediction(plan);
  return plan;
}

bool are_matmul_speeds(const document::Speeds& speeds) { return speeds.kernel == "matmul"; }

std::optional<BspCosts> bsp_costs(const document::Speeds& speeds) {
  if (!are_matmul_speeds(speeds) || !speeds.network) return {};
  const double operations_per_s = std::ranges::min(speeds_of(speeds));
  const auto element_bytes = static_cast<double>(element_bytes_of(speeds.kernel_options));
  return BspCosts{speeds.network->gap_s_per_byte * element_bytes * operations_per_s,
                  speeds.network->barrier_s * operations_per_s};
}

std::vector<MessageCost> message_costs(const document::Speeds& speeds) {
  std::vector<MessageCost> costs;
  if (!are_matmul_speeds(speeds)) return costs;
  for (const auto& processor : speeds.processors) {
    if (!processor.byte_s || !processor.message_s) return {};
    costs.push_back({*processor.byte_s * element_bytes_of(speeds.kernel_options),
                     processor.cold_message_s.value_or(*processor.message_s)});
  }
  return costs;
}

namespace {

using document::Layout;
using document::MatrixPart;
using document::Range;

Tiling blocks(std::int64_t rows, std::int64_t columns, std::span<const double> speed) {
  const auto processors = shares::fastest(speed, rows * columns);
  std::vector<double> used;
  for (const std::size_t i : processors) used.push_back(speed[i]);
  const auto area = statistics::exact_shares(used);
  const double aspect = shares::aspect_of(rows, columns);
  auto arrangement = shares::least_half_perimeters(area, aspect);
  bool in_rows = false;
  if (rows != columns)
    if (auto turned = shares::least_half_perimeters(area, 1 / aspect);
        turned.half_perimeters < arrangement.half_perimeters) {
      in_rows = true;
      arrangement = std::move(turned);
      std::swap(rows, columns);
    }

  auto parts = shares::whole_blocks(arrangement, rows, columns, area);
  for (MatrixPart& part : parts) {
    part.processor = static_cast<std::int64_t>(processors[static_cast<std::size_t>(part.processor)]);
    if (in_rows) std::swap(part.rows, part.columns);
  }
  return {std::move(parts), arrangement.half_perimeters / shares::half_perimeter_bound(area, aspect)};
}

Tiling bands(Layout layout, std::int64_t rows, std::int64_t columns, std::span<const double> speed) {
  const bool of_rows = layout == Layout::beta;
  std::vector<std::int64_t> processors;
  std::vector<double> used;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    if (speed[i] == 0) continue;
    processors.push_back(static_cast<std::int64_t>(i));
    used.push_back(speed[i]);
  }
  const auto ranges = statistics::share_ranges(of_rows ? rows : columns, used);
  Tiling tiling;
  for (std::size_t i = 0; i < ranges.size(); ++i)
    tiling.parts.push_back(
        {processors[i], of_rows ? ranges[i] : Range{0, rows}, of_rows ? Range{0, columns} : ranges[i]});
  const double aspect = shares::aspect_of(rows, columns), across = of_rows ? aspect : 1 / aspect;
  tiling.ratio = (across + static_cast<double>(used.size()) / across) /
                 shares::half_perimeter_bound(statistics::exact_shares(used), aspect);
  return tiling;
}

}  // namespace

Tiling tiles(Layout layout, std::int64_t rows, std::int64_t columns, std::span<const double> speed) {
  Tiling tiling = layout == Layout::alpha ? blocks(rows, columns, speed) : bands(layout, rows, columns, speed);
  std::erase_if(tiling.parts, [](const MatrixPart& part) { return part.cells() == 0; });
  std::ranges::sort(tiling.parts, {}, &MatrixPart::processor);
  return tiling;
}

}  // namespace uneven::hbsp
