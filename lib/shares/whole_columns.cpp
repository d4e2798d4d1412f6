// SPDX-License-Identifier: MIT
#include "shares/whole_columns.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace uneven::shares {

namespace {

constexpr std::int64_t widest = 64;
constexpr double precision = 1e-4;                // of the least makespan
constexpr double rounding = 1 + 1e-12;            // T p_i / w may be a whole number
constexpr double prices[]{0.25, 0.5, 0.75, 0.9};  // of the border of known columns, in widths of the array

/// The dynamic programme.
class Filling {
 public:
  Filling(double makespan, double price, ArraySize size, std::span<const double> share)
      : size_(size), share_(share), price_(price), best_(share.size() + 1) {
    best_[0].value = 0;
    std::vector<Run> runs;
    for (std::int64_t width = 1; width <= std::min(widest, size.columns); ++width)
      runs.push_back({width, makespan * rounding / static_cast<double>(width)});
    for (std::size_t start = 0; start < share.size(); ++start) {
      if (start > 0) skip(start);
      for (Run& run : runs)
        if (move_to(start, run)) add_column(start, run);
    }
  }

  std::optional<Arrangement> columns() const {
    if (!whole_) return {};
    std::vector<State> columns{*whole_};
    for (std::size_t at = whole_->start; at > 0; at = best_[at].start)
      if (!best_[at].is_skip) columns.push_back(best_[at]);
    std::ranges::reverse(columns);
    Arrangement found;
    for (const State& column : columns) {
      found.sizes.push_back(column.end - column.start);
      for (std::size_t i = column.start; i < column.end; ++i) found.order.push_back(i);
    }
    found.half_perimeters = whole_->border / std::sqrt(size_.cells());
    return found;
  }

 private:
  /// The shortest run from some start that fills a column of this width.
  struct Run {
    std::int64_t width;
    double rows_per_share;  ///< T / width
    std::size_t end = 0;
    std::int64_t rows = 0;  ///< that it fills
  };

  /// The best columns of the first processors, by the last of them.
  struct State {
    double value = -std::numeric_limits<double>::infinity();  ///< width of all columns less the price of their border
    double border = 0;                                        ///< sum of half-perimeters of all columns, in cells
    std::int64_t width = 0;                                   ///< of all columns
    std::size_t start = 0, end = 0;                           ///< processors of the last column
    bool is_skip = false;                                     ///< the last processor stays idle
    bool is_better(const State& other) const {
      return value > other.value || (value == other.value && border < other.border);
    }
  };

  std::int64_t rows_of(const Run& run, std::size_t i) const {
    const double rows = run.rows_per_share * share_[i];
    return rows < static_cast<double>(size_.rows) ? static_cast<std::int64_t>(rows) : size_.rows;
  }

  /// @return  whether the run fills a column.
  bool move_to(std::size_t start, Run& run) const {
    if (start > 0) run.rows -= rows_of(run, start - 1);
    while (run.rows < size_.rows && run.end < share_.size()) run.rows += rows_of(run, run.end++);
    return run.rows >= size_.rows;
  }

  void skip(std::size_t start) {
    if (best_[start].is_better(best_[start - 1])) return;
    best_[start] = best_[start - 1];
    best_[start].start = start - 1;
    best_[start].is_skip = true;
  }

  void add_column(std::size_t start, const Run& run) {
    const State& before = best_[start];
    const std::int64_t width = std::min(run.width, size_.columns - before.width);
    const double border = static_cast<double>(static_cast<std::int64_t>(run.end - start) * width + size_.rows);
    const State after{before.value + static_cast<double>(width) - price_ * border,
                      before.border + border,
                      before.width + width,
                      start,
                      run.end,
                      false};
    if (after.width < size_.columns) {
      if (after.is_better(best_[run.end])) best_[run.end] = after;
    } else if (!whole_ || after.border < whole_->border) {
      whole_ = after;
    }
  }

  ArraySize size_;
  std::span<const double> share_;
  double price_;
  std::vector<State> best_;       ///< by number of processors
  std::optional<State> whole_{};  ///< the best columns that fill the array
};

}  // namespace

std::optional<Arrangement> columns_within(double makespan, double price, ArraySize size,
                                          std::span<const double> share) {
  return Filling(makespan, price, size, share).columns();
}

std::optional<std::pair<Arrangement, double>> fastest_columns(double least, double most, ArraySize size,
                                                              std::span<const double> share) {
  std::optional<std::pair<Arrangement, double>> best;
  while (most > least * (1 + precision)) {
    const double middle = std::sqrt(least) * std::sqrt(most);
    if (auto found = columns_within(middle, 0, size, share)) {
      best = {std::move(*found), middle};
      most = middle;
    } else {
      least = middle;
    }
  }
  return best;
}

Arrangement shorter_columns(Arrangement known, double makespan, ArraySize size, std::span<const double> share) {
  const double worth = static_cast<double>(size.columns) / (known.half_perimeters * std::sqrt(size.cells()));
  for (const double price : prices)
    if (auto found = columns_within(makespan, price * worth, size, share);
        found && found->half_perimeters < known.half_perimeters)
      known = std::move(*found);
  return known;
}

}  // namespace uneven::shares
