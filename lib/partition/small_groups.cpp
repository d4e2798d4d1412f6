#include "partition/small_groups.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace uneven::partition {

namespace {

constexpr double rounding = 1e-12;  // 0.50 - 0.44 is "within 0.06"
constexpr int bisections = 40;

/// Heights of the rectangles that a cut borders.
struct Borders {
  double above, below;
  double lower() const { return std::min(above, below); }
};

Borders borders_of(const Cut& cut, const Layout& layout) {
  const auto& cuts = layout.cuts[cut.column];
  return {cut.height - cuts[cut.row - 1], cuts[cut.row + 1] - cut.height};
}

/// The height at which the rectangles above the cuts and those below them grow by the same proportion at most.
double balanced_height(std::span<const Cut> cuts, const Layout& layout) {
  struct Growth {
    double height, above, below;  ///< per unit of height
  };
  std::vector<Growth> growths;
  for (const Cut& cut : cuts) {
    const Borders borders = borders_of(cut, layout);
    growths.push_back({cut.height, 1 / borders.above, 1 / borders.below});
  }
  double low = cuts.front().height, high = cuts.back().height;
  for (int i = 0; i < bisections && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    double above = 0, below = 0;
    for (const Growth& growth : growths) {
      above = std::max(above, (middle - growth.height) * growth.above);
      below = std::max(below, (growth.height - middle) * growth.below);
    }
    (above < below ? low : high) = middle;
  }
  return high;
}

}  // namespace

Layout without_small_groups(const Layout& layout, double threshold) {
  Layout joined = layout;
  if (threshold <= 0) return joined;
  std::vector<Cut> cuts = ascending_cuts(layout);
  std::erase_if(cuts, [](const Cut& cut) { return cut.height <= 0 || cut.height >= 1; });
  for (std::size_t first = 0, end = 0; first < cuts.size(); first = end) {
    // Two cuts of one column are further apart than half the height between them, so they never meet here.
    double lowest = borders_of(cuts[first], layout).lower();
    for (end = first + 1; end < cuts.size(); ++end) {
      lowest = std::min(lowest, borders_of(cuts[end], layout).lower());
      const double apart = cuts[end].height - cuts[first].height;
      if (apart > threshold + rounding || apart > lowest / 2) break;
    }
    if (end == first + 1) continue;
    const double height = balanced_height({cuts.begin() + first, cuts.begin() + end}, layout);
    for (std::size_t i = first; i < end; ++i) joined.cuts[cuts[i].column][cuts[i].row] = height;
  }
  return joined;
}

}  // namespace uneven::partition
