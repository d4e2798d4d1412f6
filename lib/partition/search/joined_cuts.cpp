// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <vector>

#include "partition/search/methods.hpp"

namespace uneven::partition {

namespace {

constexpr int most_bisections = 60;

// Beyond `many` rectangles a little of the makespan is given up for planning a million of them in a second.
constexpr std::size_t many = 10000;

/// Relaxing settles in a few passes; the limit keeps odd cases from costing much.
int most_passes(std::size_t boxes) { return boxes > many ? 8 : 64; }
double tolerance(std::size_t boxes) { return boxes > many ? 4e-3 : 1e-12; }

}  // namespace

JoinedCuts::JoinedCuts(const Layout& layout) {
  for (const auto& cuts : layout.cuts) index_.emplace_back(cuts.size());
  const std::vector<Cut> cuts = ascending_cuts(layout);
  boxes_.reserve(cuts.size() - layout.cuts.size());
  for (const Cut& cut : cuts) {
    if (heights_.empty() || cut.height != heights_.back()) heights_.push_back(cut.height);
    const auto to = static_cast<std::int32_t>(heights_.size() - 1);
    index_[cut.column][cut.row] = to;
    if (cut.row > 0) boxes_.push_back({index_[cut.column][cut.row - 1], to, cut.column, cut.row - 1});
  }
}

std::vector<JoinedCuts::Limit> JoinedCuts::limits(double makespan, const std::vector<double>& rates,
                                                  std::int64_t hidden) const {
  std::vector<Limit> result(boxes_.size());
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const double most = std::floor(makespan * rates[i]);
    const bool crowded = static_cast<std::int64_t>(index_[boxes_[i].column].size()) - 1 > hidden;
    result[i].most = most < static_cast<double>(hidden) ? static_cast<std::int64_t>(most) : hidden;
    result[i].least = result[i].most >= 1 && !crowded ? 1 : 0;
  }
  return result;
}

bool JoinedCuts::latest(const std::vector<Limit>& limits, Positions& positions) const {
  const std::int64_t hidden = positions.back();
  std::fill(positions.begin() + 1, positions.end(), hidden);
  positions.front() = 0;
  for (int pass = 0; pass < most_passes(boxes_.size()); ++pass) {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const std::int64_t bound = positions[boxes_[i].from] + limits[i].most;
      if (positions[boxes_[i].to] > bound) positions[boxes_[i].to] = bound;
    }
    if (positions.back() < hidden) return false;
    bool settled = true;
    for (std::size_t i = boxes_.size(); i-- > 0;) {
      const std::int64_t bound = positions[boxes_[i].to] - limits[i].least;
      if (positions[boxes_[i].from] > bound) positions[boxes_[i].from] = bound, settled = false;
    }
    if (positions.front() < 0) return false;
    if (settled) return true;
  }
  return false;
}

bool JoinedCuts::earliest(const std::vector<Limit>& limits, Positions& positions) const {
  const std::int64_t hidden = positions.back();
  std::fill(positions.begin(), positions.end() - 1, 0);
  for (int pass = 0; pass < most_passes(boxes_.size()); ++pass) {
    for (std::size_t i = boxes_.size(); i-- > 0;) {
      const std::int64_t bound = positions[boxes_[i].to] - limits[i].most;
      if (positions[boxes_[i].from] < bound) positions[boxes_[i].from] = bound;
    }
    if (positions.front() > 0) return false;
    bool settled = true;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      const std::int64_t bound = positions[boxes_[i].from] + limits[i].least;
      if (positions[boxes_[i].to] < bound) positions[boxes_[i].to] = bound, settled = false;
    }
    if (positions.back() > hidden) return false;
    if (settled) return true;
  }
  return false;
}

double JoinedCuts::makespan(const Positions& positions, const std::vector<double>& rates) const {
  double longest = 0;
  for (std::size_t i = 0; i < boxes_.size(); ++i) {
    const auto units = static_cast<double>(positions[boxes_[i].to] - positions[boxes_[i].from]);
    longest = std::max(longest, units / rates[i]);
  }
  return longest;
}

std::vector<std::vector<std::int64_t>> JoinedCuts::place(const std::vector<std::vector<double>>& rates,
                                                         std::int64_t hidden) const {
  std::vector<double> rate(boxes_.size());
  for (std::size_t i = 0; i < boxes_.size(); ++i) rate[i] = rates[boxes_[i].column][boxes_[i].row];

  Positions best(heights_.size());
  std::transform(heights_.begin(), heights_.end(), best.begin(),
                 [&](double height) { return std::llround(height * static_cast<double>(hidden)); });
  double high = makespan(best, rate), low = 0;
  for (const auto& column : rates) {
    low = std::max(low, static_cast<double>(hidden) / std::accumulate(column.begin(), column.end(), 0.0));
  }
  bool found = false;
  Positions trial(heights_.size(), hidden);
  for (int step = 0; step < most_bisections && high - low > tolerance(boxes_.size()) * high; ++step) {
    const double middle = low + (high - low) / 2;
    if (latest(limits(middle, rate, hidden), trial)) {
      found = true;
      high = makespan(trial, rate);
      best = trial;
    } else {
      low = middle;
      trial.back() = hidden;
    }
  }
  if (found) {
    // The latest solution leaves all slack to the last rectangles; the mean with the earliest spreads it.
    const auto limit = limits(high * (1 + 1e-15), rate, hidden);
    Positions late(heights_.size(), hidden), early(heights_.size(), hidden);
    if (latest(limit, late) && earliest(limit, early)) {
      std::transform(late.begin(), late.end(), early.begin(), trial.begin(),
                     [](std::int64_t a, std::int64_t b) { return b + (a - b) / 2; });
      if (makespan(trial, rate) <= high * (1 + 1e-15)) best = trial;
    }
  }

  std::vector<std::vector<std::int64_t>> cuts(index_.size());
  for (std::size_t c = 0; c < index_.size(); ++c) {
    for (const std::int32_t height : index_[c]) cuts[c].push_back(best[height]);
  }
  return cuts;
}

namespace {

constexpr double rounding = 1e-12;  // 0.50 - 0.44 is "within 0.06"
constexpr int bisections = 40;

/// Heights of the rectangles that a cut borders.
struct Borders {
  double above, below;
  double lower() const { return std::min(above, below); }
};

Borders borders_of(const Cut& cut, const Layout& layout) {
  const auto& cuts = layout.cuts[cut.column];
  return {cut.height - cuts[cut.row - 1], cuts[cut.row + 1] - cut.height};
}

/// A cut, and the relative growth per unit of its move: of the rectangle above it, or of the one below.
struct Movable {
  double height, above, below;

  Movable(const Cut& cut, const Borders& scale) : height(cut.height), above(1 / scale.above), below(1 / scale.below) {}
};

/// The common height at which the greatest relative growth above the cuts equals the greatest below them.
double balanced_height(std::span<const Movable> cuts) {
  double low = cuts.front().height, high = cuts.back().height;
  for (int i = 0; i < bisections && low < high; ++i) {
    const double middle = low + (high - low) / 2;
    double above = 0, below = 0;
    for (const Movable& cut : cuts) {
      above = std::max(above, (middle - cut.height) * cut.above);
      below = std::max(below, (cut.height - middle) * cut.below);
    }
    (above < below ? low : high) = middle;
  }
  return high;
}

/// The cuts between the edges, ascending by height.
std::vector<Cut> inner_cuts(const Layout& layout) {
  std::vector<Cut> cuts = ascending_cuts(layout);
  std::erase_if(cuts, [](const Cut& cut) { return cut.height <= 0 || cut.height >= 1; });
  return cuts;
}

/// Room of a cut: how far it may move until the rectangle above, or the one below, has grown too much.
Borders room_of(const Cut& cut, const Layout& layout, double growth) {
  const Borders borders = borders_of(cut, layout);
  const bool first = cut.row == 1, last = cut.row + 2 == std::ssize(layout.cuts[cut.column]);
  return {borders.above * growth / (first ? 1 : 2), borders.below * growth / (last ? 1 : 2)};
}

/// Consecutive cuts to be joined at one height.
struct Run {
  std::size_t first, end;  ///< indices into all cuts
  double low, high;        ///< range of heights that all of them can reach
  double lowest;           ///< least height of a rectangle beside them

  Run with(const Run& next) const {
    return {first, next.end, std::max(low, next.low), std::min(high, next.high), std::min(lowest, next.lowest)};
  }
};

}  // namespace

Layout without_small_groups(const Layout& layout, double threshold) {
  Layout joined = layout;
  if (threshold <= 0) return joined;
  const std::vector<Cut> cuts = inner_cuts(layout);
  for (std::size_t first = 0, end = 0; first < cuts.size(); first = end) {
    // Two cuts of one column are further apart than half the height between them, so they never meet here.
    double lowest = borders_of(cuts[first], layout).lower();
    for (end = first + 1; end < cuts.size(); ++end) {
      lowest = std::min(lowest, borders_of(cuts[end], layout).lower());
      const double apart = cuts[end].height - cuts[first].height;
      if (apart > threshold + rounding || apart > lowest / 2) break;
    }
    if (end == first + 1) continue;
    std::vector<Movable> movable;
    for (std::size_t i = first; i < end; ++i) movable.emplace_back(cuts[i], borders_of(cuts[i], layout));
    const double height = balanced_height(movable);
    for (std::size_t i = first; i < end; ++i) joined.cuts[cuts[i].column][cuts[i].row] = height;
  }
  return joined;
}

Joined with_close_cuts_joined(const Layout& layout, double growth) {
  Joined joined{layout};
  const std::vector<Cut> cuts = inner_cuts(layout);
  std::vector<Movable> movable;
  std::vector<Run> run_of;  // valid at the first and the last cut of a run; stale in between
  for (const Cut& cut : cuts) {
    const Borders room = room_of(cut, layout, growth);
    const std::size_t place = movable.size();
    movable.emplace_back(cut, room);
    run_of.push_back(
        {place, place + 1, cut.height - room.below, cut.height + room.above, borders_of(cut, layout).lower()});
  }
  std::vector<std::size_t> gaps(cuts.empty() ? 0 : cuts.size() - 1);  // by the cut before
  std::iota(gaps.begin(), gaps.end(), std::size_t{0});
  std::ranges::stable_sort(gaps, {}, [&](std::size_t i) { return cuts[i + 1].height - cuts[i].height; });
  for (const std::size_t gap : gaps) {
    const Run run = run_of[gap].with(run_of[gap + 1]);
    const double apart = cuts[run.end - 1].height - cuts[run.first].height;
    if (run.low > run.high || apart > run.lowest / 2) continue;
    run_of[run.first] = run_of[run.end - 1] = run;
  }
  for (std::size_t first = 0; first < cuts.size(); first = run_of[first].end) {
    const std::size_t end = run_of[first].end;
    const double apart = cuts[end - 1].height - cuts[first].height;
    if (apart <= 0) continue;
    joined.widest = std::max(joined.widest, apart);
    const double height = balanced_height({movable.begin() + static_cast<std::ptrdiff_t>(first), end - first});
    for (std::size_t i = first; i < end; ++i) joined.layout.cuts[cuts[i].column][cuts[i].row] = height;
  }
  return joined;
}

}  // namespace uneven::partition
