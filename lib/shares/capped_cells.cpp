// SPDX-License-Identifier: MIT
#include "shares/capped_cells.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace uneven::shares {

CappedCells::CappedCells(std::int64_t cells, std::vector<TimeModel> models, Limits limits)
    : cells_(cells),
      models_(std::move(models)),
      limits_(std::move(limits)),
      most_(limits_.most),
      least_(limits_.least),
      capped_(models_.size()) {}

std::vector<double> CappedCells::sizes() const {
  if (const auto shares = least_makespan(cells_, models_, limits_)) return {shares->begin(), shares->end()};
  std::vector<double> sizes;
  for (const std::int64_t most : limits_.most) sizes.push_back(most < least_ ? 0 : static_cast<double>(most));
  return sizes;
}

void CappedCells::take(std::size_t processor, std::int64_t cells, double part) {
  if (part <= 1 && !capped_[processor]) return;
  capped_[processor] = true;
  const double cap = std::floor(static_cast<double>(cells) / part * (1 - margin_));
  std::int64_t& most = limits_.most[processor];
  most = cap < static_cast<double>(most_[processor]) ? static_cast<std::int64_t>(cap) : most_[processor];
}

void CappedCells::raise_least(std::int64_t smallest) {
  const double times = static_cast<double>(least_) / static_cast<double>(std::max<std::int64_t>(1, smallest));
  const double raised = std::ceil(static_cast<double>(limits_.least) * std::min(times, 2.0) * (1 + margin_));
  limits_.least = static_cast<std::int64_t>(std::min(raised, static_cast<double>(cells_)));
}

}  // namespace uneven::shares
