// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <tuple>
#include <vector>

namespace uneven {

/// The least makespan over all ways to cut an array from side to side, again and again, and to give the pieces to
/// processors, each of which takes at most one: by trying all. Tiny arrays only.
class Guillotine {
 public:
  explicit Guillotine(std::vector<double> speed) : speed_(std::move(speed)) {}

  double makespan(std::int64_t rows, std::int64_t columns) { return least(rows, columns, (1U << speed_.size()) - 1); }

 private:
  /// @param processors  a bit for each that may get pieces.
  double least(std::int64_t rows, std::int64_t columns, unsigned processors) {
    if (processors == 0) return std::numeric_limits<double>::infinity();
    const auto [known, is_new] = known_.try_emplace({rows, columns, processors}, 0.0);
    if (!is_new) return known->second;
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < speed_.size(); ++i)
      if (processors >> i & 1U) best = std::min(best, static_cast<double>(rows * columns) / speed_[i]);
    for (unsigned some = (processors - 1) & processors; some > 0; some = (some - 1) & processors) {
      for (std::int64_t cut = 1; cut < rows; ++cut)
        best = std::min(best, std::max(least(cut, columns, some), least(rows - cut, columns, processors & ~some)));
      for (std::int64_t cut = 1; cut < columns; ++cut)
        best = std::min(best, std::max(least(rows, cut, some), least(rows, columns - cut, processors & ~some)));
    }
    return known->second = best;
  }

  std::vector<double> speed_;
  std::map<std::tuple<std::int64_t, std::int64_t, unsigned>, double> known_;
};

/// The least makespan over all ways to cut an array from top to bottom into columns, and each of these across, by
/// trying all. Tiny arrays only.
class Columns {
 public:
  explicit Columns(std::vector<double> speed) : speed_(std::move(speed)) {}

  double makespan(std::int64_t rows, std::int64_t columns) const {
    return least(rows, columns, (1U << speed_.size()) - 1);
  }

 private:
  double least(std::int64_t rows, std::int64_t columns, unsigned processors) const {
    if (columns == 0) return 0;
    double best = std::numeric_limits<double>::infinity();
    for (unsigned some = processors; some > 0; some = (some - 1) & processors)
      for (std::int64_t width = 1; width <= columns; ++width)
        best = std::min(best, std::max(column(rows, width, some, 0), least(rows, columns - width, processors & ~some)));
    return best;
  }

  double column(std::int64_t rows, std::int64_t width, unsigned processors, std::size_t next) const {
    if (next == speed_.size()) return rows == 0 ? 0 : std::numeric_limits<double>::infinity();
    double best = column(rows, width, processors, next + 1);
    if (processors >> next & 1U)
      for (std::int64_t own = 1; own <= rows; ++own)
        best = std::min(best, std::max(static_cast<double>(own * width) / speed_[next],
                                       column(rows - own, width, processors, next + 1)));
    return best;
  }

  std::vector<double> speed_;
};

}  // namespace uneven
