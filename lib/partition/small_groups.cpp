#include "partition/small_groups.hpp"

#include <algorithm>
#include <span>

namespace uneven::partition {

namespace {

constexpr double rounding = 1e-12;  // 0.50 - 0.44 is "within 0.06"
constexpr int bisections = 60;

struct Cut {
  double height;
  double before, after;  ///< heights of the rectangles it borders
  std::size_t column, row;
};

std::vector<Cut> ascending_cuts(const Layout& layout) {
  std::vector<Cut> cuts;
  for (std::size_t c = 0; c < layout.cuts.size(); ++c) {
    const auto& heights = layout.cuts[c];
    for (std::size_t i = 1; i + 1 < heights.size(); ++i) {
      cuts.push_back({heights[i], heights[i] - heights[i - 1], heights[i + 1] - heights[i], c, i});
    }
  }
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return a.height != b.height ? a.height < b.height : a.column < b.column;
  });
  return cuts;
}

/// The height at which the rectangles above the cuts and those below them grow by the same proportion at most.
double balanced_height(std::span<const Cut> cuts) {
  double low = cuts.front().height, high = cuts.back().height;
  for (int i = 0; i < bisections && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    double above = 0, below = 0;
    for (const Cut& cut : cuts) {
      above = std::max(above, (middle - cut.height) / cut.before);
      below = std::max(below, (cut.height - middle) / cut.after);
    }
    (above < below ? low : high) = middle;
  }
  return high;
}

}  // namespace

Layout without_small_groups(Layout layout, double threshold) {
  if (threshold <= 0) return layout;
  const std::vector<Cut> cuts = ascending_cuts(layout);
  for (std::size_t first = 0, end = 0; first < cuts.size(); first = end) {
    // Two cuts of one column are further apart than half the height between them, so they never meet here.
    double lowest = std::min(cuts[first].before, cuts[first].after);
    for (end = first + 1; end < cuts.size(); ++end) {
      lowest = std::min({lowest, cuts[end].before, cuts[end].after});
      const double apart = cuts[end].height - cuts[first].height;
      if (apart > threshold + rounding || apart > lowest / 2) break;
    }
    const std::span<const Cut> joined(cuts.begin() + first, cuts.begin() + end);
    const double height = balanced_height(joined);
    for (const Cut& cut : joined) layout.cuts[cut.column][cut.row] = height;
  }
  return layout;
}

}  // namespace uneven::partition
