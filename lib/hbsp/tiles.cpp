#include "hbsp/tiles.hpp"

#include <algorithm>
#include <numeric>

#include "hbsp/arrangement.hpp"
#include "statistics/share.hpp"

namespace uneven::hbsp {
namespace {

using document::Layout;
using document::MatrixPart;
using document::Range;

/// The processors that blocks are made for: no more than there are cells, the fastest, and none whose share vanishes
/// beside the others.
std::vector<std::size_t> fastest(std::span<const double> speed, std::int64_t n) {
  std::vector<std::size_t> processors(speed.size());
  std::iota(processors.begin(), processors.end(), std::size_t{0});
  const auto share = statistics::exact_shares(speed);
  std::erase_if(processors, [&](std::size_t i) { return share[i] == 0; });
  const double cells = static_cast<double>(n) * static_cast<double>(n);
  if (static_cast<double>(processors.size()) <= cells) return processors;
  std::ranges::stable_sort(processors, std::greater<>{}, [&](std::size_t i) { return speed[i]; });
  processors.resize(static_cast<std::size_t>(n * n));
  std::ranges::sort(processors);
  return processors;
}

Tiling blocks(std::int64_t n, std::span<const double> speed) {
  const auto processors = fastest(speed, n);
  std::vector<double> used;
  for (std::size_t i : processors) used.push_back(speed[i]);
  const auto area = statistics::exact_shares(used);
  const Arrangement arrangement = least_half_perimeters(area);

  std::vector<MatrixPart> parts;
  std::vector<double> column_speed;
  for (std::size_t column = 0, next = 0; column < arrangement.sizes.size(); ++column) {
    std::vector<double> inside;
    for (std::size_t k = 0; k < arrangement.sizes[column]; ++k) inside.push_back(area[arrangement.order[next + k]]);
    const auto rows = statistics::share_ranges(n, inside);
    double makespan = 0;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      makespan = std::max(makespan, static_cast<double>(rows[k].count) / inside[k]);
      const std::size_t processor = processors[arrangement.order[next + k]];
      // The column's number stands in for its range, which is known once every column has its rows.
      parts.push_back({static_cast<std::int64_t>(processor), rows[k], {static_cast<std::int64_t>(column), 0}});
    }
    column_speed.push_back(1 / makespan);
    next += inside.size();
  }
  const auto widths = statistics::share_ranges(n, column_speed);
  for (MatrixPart& part : parts) part.columns = widths[static_cast<std::size_t>(part.columns.first)];
  return {std::move(parts), arrangement.half_perimeters / half_perimeter_bound(area)};
}

Tiling bands(Layout layout, std::int64_t n, std::span<const double> speed) {
  const Range all{0, n};
  const auto ranges = statistics::share_ranges(n, speed);
  Tiling tiling;
  for (std::size_t i = 0; i < ranges.size(); ++i)
    tiling.parts.push_back({static_cast<std::int64_t>(i), layout == Layout::beta ? ranges[i] : all,
                            layout == Layout::beta ? all : ranges[i]});
  tiling.ratio = (1 + static_cast<double>(speed.size())) / half_perimeter_bound(statistics::exact_shares(speed));
  return tiling;
}

}  // namespace

Tiling tiles(Layout layout, std::int64_t n, std::span<const double> speed) {
  Tiling tiling = layout == Layout::alpha ? blocks(n, speed) : bands(layout, n, speed);
  std::erase_if(tiling.parts, [](const MatrixPart& part) { return part.cells() == 0; });
  std::ranges::sort(tiling.parts, {}, &MatrixPart::processor);
  return tiling;
}

}  // namespace uneven::hbsp
