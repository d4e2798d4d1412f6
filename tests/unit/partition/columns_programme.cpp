// SPDX-License-Identifier: MIT
#include "columns_programme.hpp"

#include <algorithm>

namespace uneven::partition {

std::vector<ProgrammeRow> columns_programme(const std::vector<std::int64_t>& ascending, Collective collective) {
  const std::size_t n = ascending.size();
  std::vector<std::int64_t> prefix(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) prefix[i + 1] = prefix[i] + ascending[i];
  const auto cost = [&](std::size_t r, std::size_t q) {
    return column_cost(collective, static_cast<std::int64_t>(q - r), prefix[q] - prefix[r]);
  };

  // best[C][q] = t_C(q); cut[C][q] is the r that attains it.
  std::vector<std::vector<Wide>> best(n + 1, std::vector<Wide>(n + 1, 0));
  std::vector<std::vector<std::size_t>> cut(n + 1, std::vector<std::size_t>(n + 1, 0));
  for (std::size_t q = 1; q <= n; ++q) best[1][q] = cost(0, q);
  for (std::size_t columns = 2; columns <= n; ++columns) {
    for (std::size_t q = columns; q <= n; ++q) {
      for (std::size_t r = columns - 1; r < q; ++r) {
        const Wide value = std::max(cost(r, q), best[columns - 1][r]);
        if (r == columns - 1 || value < best[columns][q]) best[columns][q] = value, cut[columns][q] = r;
      }
    }
  }

  std::vector<ProgrammeRow> rows(n);
  for (std::size_t columns = 1; columns <= n; ++columns) {
    ProgrammeRow& row = rows[columns - 1];
    row.maximum = best[columns][n];
    for (std::size_t c = columns, q = n; c >= 1; q = cut[c][q], --c) {
      row.sizes.push_back(static_cast<std::int64_t>(q - cut[c][q]));
    }
    std::reverse(row.sizes.begin(), row.sizes.end());
  }
  return rows;
}

}  // namespace uneven::partition
