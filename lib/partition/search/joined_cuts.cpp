// SPDX-License-Identifier: MIT
#include "partition/search/joined_cuts.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

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

}  // namespace uneven::partition
