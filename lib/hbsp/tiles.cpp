// SPDX-License-Identifier: MIT
#include "hbsp/tiles.hpp"

#include <algorithm>
#include <utility>

#include "shares/arrangement.hpp"
#include "statistics/share.hpp"

namespace uneven::hbsp {

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
  const auto ranges = statistics::share_ranges(of_rows ? rows : columns, speed);
  Tiling tiling;
  for (std::size_t i = 0; i < ranges.size(); ++i)
    tiling.parts.push_back(
        {static_cast<std::int64_t>(i), of_rows ? ranges[i] : Range{0, rows}, of_rows ? Range{0, columns} : ranges[i]});
  const double aspect = shares::aspect_of(rows, columns), across = of_rows ? aspect : 1 / aspect;
  tiling.ratio = (across + static_cast<double>(speed.size()) / across) /
                 shares::half_perimeter_bound(statistics::exact_shares(speed), aspect);
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
