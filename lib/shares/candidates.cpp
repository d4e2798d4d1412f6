// SPDX-License-Identifier: MIT
#include "shares/candidates.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "shares/arrangement.hpp"
#include "statistics/share.hpp"

namespace uneven::shares {

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
