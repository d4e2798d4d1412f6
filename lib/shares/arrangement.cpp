// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <numeric>
#include <string>

#include "base/error.hpp"
#include "shares/blocks.hpp"
#include "statistics/share.hpp"

namespace uneven::shares {

namespace {

/// f(q) = min_r f(r) + aspect + (q - r)(P_q - P_r) / aspect: the least sum for the first q processors.
class Programme {
 public:
  Programme(const std::vector<double>& prefix, double aspect)
      : prefix_(prefix), aspect_(aspect), least_(prefix.size()), from_(prefix.size()) {
    const std::size_t n = prefix.size() - 1;
    // best[k].start is the best start of the last column for all q from best[k].since up to best[k + 1].since.
    std::deque<Reign> best{{0, 1}};
    for (std::size_t q = 1; q <= n; ++q) {
      if (best.size() > 1 && best[1].since <= q) best.pop_front();
      from_[q] = best.front().start;
      least_[q] = with_last_column(from_[q], q);
      if (q == n) break;
      while (best.back().since > q &&
             with_last_column(q, best.back().since) < with_last_column(best.back().start, best.back().since))
        best.pop_back();
      const std::size_t since = first_win(q, best.back().start, std::max(best.back().since, q), n);
      if (since <= n) best.push_back({q, since});
    }
  }

  double least() const { return least_.back(); }

  std::vector<std::size_t> sizes() const {
    std::vector<std::size_t> sizes;
    for (std::size_t q = from_.size() - 1; q > 0; q = from_[q]) sizes.push_back(q - from_[q]);
    std::ranges::reverse(sizes);
    return sizes;
  }

 private:
  struct Reign {
    std::size_t start, since;
  };

  double with_last_column(std::size_t r, std::size_t q) const {
    return least_[r] + aspect_ + static_cast<double>(q - r) * (prefix_[q] - prefix_[r]) / aspect_;
  }

  /// The least q in (after, n] for which the later start is better, or n + 1; from there on it stays better.
  std::size_t first_win(std::size_t later, std::size_t earlier, std::size_t after, std::size_t n) const {
    std::size_t low = after + 1, high = n + 1;
    while (low < high) {
      const std::size_t middle = low + (high - low) / 2;
      if (with_last_column(later, middle) < with_last_column(earlier, middle))
        high = middle;
      else
        low = middle + 1;
    }
    return low;
  }

  const std::vector<double>& prefix_;
  double aspect_;
  std::vector<double> least_;
  std::vector<std::size_t> from_;
};

}  // namespace

double aspect_of(std::int64_t rows, std::int64_t columns) {
  return std::sqrt(static_cast<double>(rows) / static_cast<double>(columns));
}

Arrangement least_half_perimeters(std::span<const double> area, double aspect) {
  Arrangement result;
  result.order.resize(area.size());
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  std::ranges::stable_sort(result.order, {}, [&](std::size_t i) { return area[i]; });
  std::vector<double> prefix{0};
  for (const std::size_t i : result.order) prefix.push_back(prefix.back() + area[i]);
  const Programme programme(prefix, aspect);
  result.sizes = programme.sizes();
  result.half_perimeters = programme.least();
  return result;
}

double half_perimeter_bound(std::span<const double> area, double aspect) {
  const double longer = std::max(aspect, 1 / aspect);  // side of the array; the other is 1 / longer
  double sum = 0;
  for (const double a : area) sum += std::sqrt(a) * longer <= 1 ? std::sqrt(a) : (a * longer + 1 / longer) / 2;
  return 2 * sum;
}

std::vector<std::size_t> fastest(std::span<const double> speed, std::int64_t cells) {
  std::vector<std::size_t> processors(speed.size());
  std::iota(processors.begin(), processors.end(), std::size_t{0});
  const auto share = statistics::exact_shares(speed);
  std::erase_if(processors, [&](std::size_t i) { return share[i] == 0; });
  if (std::ssize(processors) <= cells) return processors;
  std::ranges::stable_sort(processors, std::greater<>{}, [&](std::size_t i) { return speed[i]; });
  processors.resize(static_cast<std::size_t>(cells));
  std::ranges::sort(processors);
  return processors;
}

std::vector<document::MatrixPart> whole_blocks(const Arrangement& arrangement, std::int64_t rows, std::int64_t columns,
                                               std::span<const double> share) {
  std::vector<document::MatrixPart> parts;
  std::vector<double> column_speed;
  std::vector<std::size_t> column_of;
  for (std::size_t column = 0, next = 0; column < arrangement.sizes.size(); ++column) {
    std::vector<double> inside;
    for (std::size_t k = 0; k < arrangement.sizes[column]; ++k) inside.push_back(share[arrangement.order[next + k]]);
    const auto ranges = statistics::share_ranges(rows, inside);
    double makespan = 0;
    for (std::size_t k = 0; k < inside.size(); ++k) {
      makespan = std::max(makespan, static_cast<double>(ranges[k].count) / inside[k]);
      parts.push_back({static_cast<std::int64_t>(arrangement.order[next + k]), ranges[k], {}});
      column_of.push_back(column);
    }
    column_speed.push_back(1 / makespan);
    next += inside.size();
  }
  const auto widths = statistics::share_ranges(columns, column_speed);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].columns = widths[column_of[i]];
  std::erase_if(parts, [](const document::MatrixPart& part) { return part.cells() == 0; });
  return parts;
}

namespace {

using document::MatrixPart;
using document::Range;
using Side = Range MatrixPart::*;
using Lists = std::vector<std::vector<std::size_t>>;

constexpr std::size_t most_messages = std::size_t{1} << 24;

/// Whether two ranges share a number, or follow one another.
bool touch(const Range& x, const Range& y) { return x.first <= y.end() && y.first <= x.end(); }

/// How many numbers of `inner` are within `halo` of `outer`.
std::int64_t within(const Range& inner, const Range& outer, std::int64_t halo) {
  const std::int64_t first = std::max(inner.first, outer.first - halo);
  return std::max<std::int64_t>(0, std::min(inner.end(), outer.end() + halo) - first);
}

std::int64_t cells_within(const MatrixPart& inner, const MatrixPart& outer, std::int64_t halo) {
  return within(inner.rows, outer.rows, halo) * within(inner.columns, outer.columns, halo);
}

/// Blocks that meet at a line which crosses `along`: for each place, those that end there and those that begin there,
/// both in order of the other side.
void add_touching(std::span<const MatrixPart> blocks, Side along, Side across, Lists& touching) {
  struct Line {
    std::vector<std::size_t> ending, beginning;
  };
  std::map<std::int64_t, Line> lines;
  std::vector<std::size_t> order(blocks.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return (blocks[i].*across).first; });
  for (const std::size_t i : order) {
    lines[(blocks[i].*along).end()].ending.push_back(i);
    lines[(blocks[i].*along).first].beginning.push_back(i);
  }
  for (const auto& [place, line] : lines) {
    std::size_t first = 0;
    for (const std::size_t i : line.ending) {
      const Range& range = blocks[i].*across;
      while (first < line.beginning.size() && (blocks[line.beginning[first]].*across).end() < range.first) ++first;
      for (std::size_t k = first; k < line.beginning.size() && touch(blocks[line.beginning[k]].*across, range); ++k) {
        touching[i].push_back(line.beginning[k]);
        touching[line.beginning[k]].push_back(i);
      }
    }
  }
}

/// For each block, those that share a side or a corner with it.
Lists touching_blocks(std::span<const MatrixPart> blocks) {
  Lists touching(blocks.size());
  add_touching(blocks, &MatrixPart::columns, &MatrixPart::rows, touching);
  add_touching(blocks, &MatrixPart::rows, &MatrixPart::columns, touching);
  for (auto& list : touching) {
    std::ranges::sort(list);  // corners are found at both lines
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return touching;
}

}  // namespace

std::vector<std::vector<HaloMessage>> halo_messages(std::span<const MatrixPart> blocks, std::int64_t halo) {
  const Lists touching = touching_blocks(blocks);
  const std::int64_t reach = std::max<std::int64_t>(halo, 1);
  std::vector<std::vector<HaloMessage>> messages(blocks.size());
  std::vector<std::size_t> seen_from(blocks.size(), blocks.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    // The blocks of any rectangle hang together by their sides, so that a walk inside the frame reaches all of it.
    std::vector<std::size_t> reached{i};
    seen_from[i] = i;
    for (std::size_t next = 0; next < reached.size(); ++next)
      for (const std::size_t j : touching[reached[next]])
        if (seen_from[j] != i && cells_within(blocks[i], blocks[j], reach) > 0) {
          seen_from[j] = i;
          reached.push_back(j);
        }
    count += reached.size() - 1;
    if (count > most_messages)
      throw InputError("a halo of " + std::to_string(halo) + " reaches more than " + std::to_string(most_messages) +
                       " pairs of blocks; expected a smaller halo or fewer processors");
    for (std::size_t k = 1; k < reached.size(); ++k)
      messages[i].push_back({reached[k], cells_within(blocks[i], blocks[reached[k]], halo)});
    std::ranges::sort(messages[i], {}, &HaloMessage::to);
  }
  return messages;
}

HaloCells halo_cells(const std::vector<std::vector<HaloMessage>>& messages) {
  HaloCells cells{std::vector<std::int64_t>(messages.size()), std::vector<std::int64_t>(messages.size())};
  for (std::size_t i = 0; i < messages.size(); ++i)
    for (const HaloMessage& message : messages[i]) {
      cells.sent[i] += message.cells;
      cells.received[message.to] += message.cells;
    }
  return cells;
}

}  // namespace uneven::shares
