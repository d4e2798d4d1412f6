// SPDX-License-Identifier: MIT
#include <algorithm>

#include "partition/search/methods.hpp"

namespace uneven::partition {

std::vector<std::int64_t> divisors(std::int64_t processors) {
  std::vector<std::int64_t> small, large;
  for (std::int64_t d = 1; d * d <= processors; ++d) {
    if (processors % d != 0) continue;
    small.push_back(d);
    if (d * d != processors) large.push_back(processors / d);
  }
  small.insert(small.end(), large.rbegin(), large.rend());
  return small;
}

Layout grid(const std::vector<std::int64_t>& ascending, const std::vector<std::int64_t>& whole_speeds,
            std::int64_t columns) {
  const auto rows = static_cast<std::int64_t>(ascending.size()) / columns;
  const Arrangement arrangement =
      arrange(ascending, std::vector<std::int64_t>(static_cast<std::size_t>(columns), rows));

  std::vector<std::int64_t> slowest;  // the first of each column
  for (const auto& column : arrangement) slowest.push_back(column.front());
  const Layout heights = proportional({arrangement.front()}, whole_speeds);
  const Layout widths = proportional(arrange(slowest, std::vector<std::int64_t>(slowest.size(), 1)), whole_speeds);
  return {arrangement, widths.widths, std::vector<std::vector<double>>(slowest.size(), heights.cuts.front())};
}

std::vector<double> areas(const Layout& layout, std::size_t processors) {
  std::vector<double> area(processors, 0);
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    for (std::size_t i = 0; i < layout.columns[c].size(); ++i) {
      area[layout.columns[c][i]] = layout.widths[c] * (layout.cuts[c][i + 1] - layout.cuts[c][i]);
    }
  }
  return area;
}

}  // namespace uneven::partition
