// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "shares/blocks.hpp"
#include "statistics/share.hpp"

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

namespace {

using document::MatrixPart;

constexpr std::size_t most_grouped = 7;  // processors, in 877 ways

/// All ways to put processors into columns. @return  the column of each processor; columns are numbered as they occur.
std::vector<std::vector<std::size_t>> groupings(std::size_t processors) {
  std::vector<std::vector<std::size_t>> all{{}};
  for (std::size_t i = 0; i < processors; ++i) {
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& grouping : all) {
      const std::size_t next = grouping.empty() ? 0 : std::ranges::max(grouping) + 1;
      for (std::size_t column = 0; column <= next; ++column) {
        longer.push_back(grouping);
        longer.back().push_back(column);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Tiling in columns of an array, for the processors that can get a cell.
class ColumnCandidates {
 public:
  /// @param used  processors, as fastest() gives them. @param share  of them.
  ColumnCandidates(ArraySize size, std::span<const std::size_t> used, std::span<const double> share, bool turned)
      : size_(turned ? ArraySize{size.columns, size.rows} : size), used_(used), share_(share), turned_(turned) {}

  void add_ideal(std::vector<Tiling>& found) const {
    found.push_back(blocks_of(least_half_perimeters(share_, aspect_of(size_.rows, size_.columns))));
  }

  void add_groupings(std::vector<Tiling>& found) const {
    for (const auto& column_of : groupings(share_.size())) {
      Arrangement columns;
      columns.sizes.resize(std::ranges::max(column_of) + 1);
      columns.order.resize(share_.size());
      std::iota(columns.order.begin(), columns.order.end(), std::size_t{0});
      std::ranges::stable_sort(columns.order, {}, [&](std::size_t i) { return column_of[i]; });
      for (const std::size_t column : column_of) ++columns.sizes[column];
      found.push_back(blocks_of(columns));
    }
  }

  /// @param least, most  makespan, in cells of a processor of share 1.
  void add_whole(double least, double most, std::vector<Tiling>& found) const {
    std::vector<std::size_t> order(share_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::greater<>{}, [&](std::size_t i) { return share_[i]; });
    std::vector<double> descending;
    for (const std::size_t i : order) descending.push_back(share_[i]);
    const auto add = [&](Arrangement columns) {
      for (std::size_t& i : columns.order) i = order[i];
      found.push_back(blocks_of(columns));
    };
    const auto fastest = fastest_columns(least, most, size_, descending);
    if (!fastest) return;
    add(fastest->first);
    add(shorter_columns(fastest->first, fastest->second * (1 + makespan_slack), size_, descending));
  }

 private:
  Tiling blocks_of(const Arrangement& arrangement) const {
    Tiling blocks = whole_blocks(arrangement, size_.rows, size_.columns, share_);
    for (MatrixPart& block : blocks) {
      block.processor = static_cast<std::int64_t>(used_[static_cast<std::size_t>(block.processor)]);
      if (turned_) std::swap(block.rows, block.columns);
    }
    return blocks;
  }

  ArraySize size_;
  std::span<const std::size_t> used_;
  std::span<const double> share_;
  bool turned_;
};

}  // namespace

std::vector<Tiling> candidate_blocks(ArraySize size, std::span<const double> speed) {
  const std::int64_t cells = size.rows * size.columns;
  const auto used = fastest(speed, cells);
  std::vector<double> share;
  for (const std::size_t i : used) share.push_back(speed[i]);
  share = statistics::exact_shares(share);
  std::vector<double> share_of(speed.size());
  for (std::size_t i = 0; i < used.size(); ++i) share_of[used[i]] = share[i];

  std::vector<Tiling> found;
  const ColumnCandidates upright(size, used, share, false), turned(size, used, share, true);
  upright.add_ideal(found);
  turned.add_ideal(found);
  double least = 0, most = std::numeric_limits<double>::infinity();
  const auto counts = statistics::share(cells, share);
  for (std::size_t i = 0; i < counts.size(); ++i) least = std::max(least, static_cast<double>(counts[i]) / share[i]);
  for (const Tiling& blocks : found) {
    double makespan = 0;
    for (const MatrixPart& block : blocks)
      makespan = std::max(makespan, static_cast<double>(block.cells()) / share_of[block.processor]);
    most = std::min(most, makespan);
  }
  if (most <= least * (1 + makespan_slack)) return found;
  for (const ColumnCandidates& candidates : {upright, turned}) {
    if (share.size() <= most_grouped)
      candidates.add_groupings(found);
    else
      candidates.add_whole(least, most * (1 + makespan_slack), found);
  }
  return found;
}

std::int64_t border_of(std::span<const MatrixPart> blocks) {
  std::int64_t border = 0;
  for (const MatrixPart& block : blocks) border += block.rows.count + block.columns.count;
  return border;
}

}  // namespace uneven::shares
