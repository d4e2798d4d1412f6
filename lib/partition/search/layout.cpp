// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>

#include "partition/cost.hpp"

namespace uneven::partition {

Arrangement arrange(const std::vector<std::int64_t>& ascending, const std::vector<std::int64_t>& sizes) {
  Arrangement columns;
  columns.reserve(sizes.size());
  auto next = ascending.begin();
  for (const std::int64_t size : sizes) {
    columns.emplace_back(next, next + size);
    next += size;
  }
  return columns;
}

Layout proportional(const Arrangement& columns, const std::vector<std::int64_t>& whole_speeds) {
  Layout layout{columns, {}, {}};
  std::int64_t total = 0;
  for (const auto& column : columns) {
    for (const std::int64_t processor : column) total += whole_speeds[processor];
  }
  for (const auto& column : columns) {
    // Whole sums, so that equal proportions give equal cuts to the last bit.
    std::vector<std::int64_t> sums{0};
    for (const std::int64_t processor : column) sums.push_back(sums.back() + whole_speeds[processor]);
    auto& cuts = layout.cuts.emplace_back(sums.size());
    std::transform(sums.begin(), sums.end(), cuts.begin(),
                   [&](std::int64_t sum) { return static_cast<double>(sum) / static_cast<double>(sums.back()); });
    layout.widths.push_back(static_cast<double>(sums.back()) / static_cast<double>(total));
  }
  return layout;
}

std::vector<Cut> ascending_cuts(const Layout& layout) {
  std::vector<Cut> cuts;
  for (std::size_t c = 0; c < layout.cuts.size(); ++c) {
    for (std::size_t i = 0; i < layout.cuts[c].size(); ++i) {
      cuts.push_back({layout.cuts[c][i], static_cast<std::int32_t>(c), static_cast<std::int32_t>(i)});
    }
  }
  std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
    return a.height != b.height ? a.height < b.height : a.column < b.column;
  });
  return cuts;
}

std::vector<std::int64_t> group_cuts(const WholeLayout& whole) {
  std::vector<std::int64_t> cuts;
  for (const auto& column : whole.cuts) cuts.insert(cuts.end(), column.begin(), column.end());
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

std::vector<std::int64_t> leave_out_empty(Layout& layout, WholeLayout& whole) {
  std::vector<std::int64_t> left_out;
  Layout kept;
  WholeLayout kept_whole;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    const auto& processors = layout.columns[c];
    const auto& cuts = layout.cuts[c];
    const auto& whole_cuts = whole.cuts[c];
    std::vector<std::int64_t> stay, stay_whole{0};
    std::vector<double> stay_cuts{0};
    for (std::size_t i = 0; i < processors.size(); ++i) {
      if (whole.samples[c].count == 0 || whole_cuts[i] == whole_cuts[i + 1]) {
        left_out.push_back(processors[i]);
        continue;
      }
      stay.push_back(processors[i]);
      stay_whole.push_back(whole_cuts[i + 1]);
      stay_cuts.push_back(stay_cuts.back() + (cuts[i + 1] - cuts[i]));
    }
    if (stay.empty()) continue;
    const double height = stay_cuts.back();
    if (stay.size() == processors.size()) {
      stay_cuts = cuts;  // to the last bit
    } else {
      for (double& cut : stay_cuts) cut /= height;
    }
    kept.columns.push_back(std::move(stay));
    kept.widths.push_back(layout.widths[c] * height);  // areas keep their proportions
    kept.cuts.push_back(std::move(stay_cuts));
    kept_whole.samples.push_back(whole.samples[c]);
    kept_whole.cuts.push_back(std::move(stay_whole));
  }
  if (left_out.empty()) return left_out;
  const double width = std::accumulate(kept.widths.begin(), kept.widths.end(), 0.0);
  for (double& share : kept.widths) share /= width;
  layout = std::move(kept);
  whole = std::move(kept_whole);
  std::sort(left_out.begin(), left_out.end());
  return left_out;
}

}  // namespace uneven::partition
