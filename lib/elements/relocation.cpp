// SPDX-License-Identifier: MIT
#include "elements/relocation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "statistics/share.hpp"

namespace uneven::elements {

namespace {

bool works(const Timing& timing, std::size_t i) { return timing.elements[i] > 0 && timing.seconds[i] > 0; }

std::vector<double> rates(const std::vector<double>& seconds, const std::vector<std::int64_t>& elements) {
  std::vector<double> rate(seconds.size(), 0);
  double sum = 0, known = 0;
  for (std::size_t i = 0; i < rate.size(); ++i) {
    if (!(elements[i] > 0 && seconds[i] > 0)) continue;
    rate[i] = static_cast<double>(elements[i]) / seconds[i];
    sum += rate[i];
    ++known;
  }
  for (double& r : rate)
    if (r == 0) r = known > 0 ? sum / known : 1;
  return rate;
}

std::string text(const char* format, double a, double b) {
  char line[160];
  std::snprintf(line, sizeof line, format, a, b);
  return line;
}

}  // namespace

void Estimate::add(double seconds) {
  const double before = seconds - mean;
  mean += before / ++count;
  squares += before * (seconds - mean);
}

double Estimate::error() const { return count > 1 ? std::sqrt(squares / (count - 1) / count) : 0; }

void History::add(const Timing& timing) {
  ++supersteps;
  last = timing;
  estimates.resize(timing.seconds.size());
  for (std::size_t i = 0; i < estimates.size(); ++i)
    if (works(timing, i)) estimates[i].add(timing.seconds[i]);
}

Decision decide_by_paper(const History& history, const TriggerConstants& constants) {
  const Timing& last = history.last;
  double least = HUGE_VAL, most = 0;
  for (std::size_t i = 0; i < last.seconds.size(); ++i) {
    if (!works(last, i)) continue;
    least = std::min(least, last.seconds[i]);
    most = std::max(most, last.seconds[i]);
  }
  if (most == 0) return {false, {}, "no process has elements"};
  const double difference = std::max(0.0, most - least - constants.pause_s) / most;
  if (difference >= constants.difference)
    return {true, rates(last.seconds, last.elements),
            text("the last times differ by %.3g of the longest, %.3g s", difference, most)};
  const std::vector<Estimate>& estimate = history.estimates;
  double highest_low = -HUGE_VAL, lowest_high = HUGE_VAL;
  std::vector<double> means(estimate.size(), 0);
  for (std::size_t i = 0; i < estimate.size(); ++i) {
    if (!works(last, i)) continue;
    means[i] = estimate[i].mean;
    const double half = constants.errors * estimate[i].error() + constants.slack_s;
    highest_low = std::max(highest_low, means[i] - half);
    lowest_high = std::min(lowest_high, means[i] + half);
  }
  // Two intervals are disjoint exactly if the highest lower end is above the lowest upper end.
  if (highest_low > lowest_high)
    return {true, rates(means, last.elements),
            text("one interval ends at %.3g s, another begins at %.3g s", lowest_high, highest_low)};
  return {false, {}, text("the last times differ by %.3g, and all intervals hold %.3g s", difference, lowest_high)};
}

Decision decide_by_gain(const History& history, std::int64_t supersteps_left, double seconds_to_move) {
  const Timing& last = history.last;
  std::vector<double> means;
  for (const Estimate& e : history.estimates) means.push_back(e.mean);
  const std::vector<double> rate = rates(means, last.elements);
  const double speed = std::accumulate(rate.begin(), rate.end(), 0.0);
  const auto elements =
      static_cast<double>(std::accumulate(last.elements.begin(), last.elements.end(), std::int64_t{0}));
  const auto slowest = static_cast<std::size_t>(std::max_element(means.begin(), means.end()) - means.begin());
  const double saved = means[slowest] - elements / speed;
  const double gain = saved * static_cast<double>(supersteps_left);
  const double error = history.estimates[slowest].error();
  if (saved <= 2 * error || history.supersteps < 2)
    return {false, {}, text("%.3g s could be saved each superstep, known to %.3g s", saved, error)};
  if (gain <= seconds_to_move)
    return {false, {}, text("%.3g s could be saved, moving takes %.3g s", gain, seconds_to_move)};
  return {true, rate, text("%.3g s can be saved, moving takes %.3g s", gain, seconds_to_move)};
}

std::vector<std::int64_t> target_blocks(std::int64_t blocks, const std::vector<double>& rate, std::int64_t unit) {
  const auto p = static_cast<std::int64_t>(rate.size());
  const std::int64_t units = blocks / unit;
  const std::int64_t least = units >= p ? 1 : 0;
  // The largest shares give blocks to those that would be empty.
  std::vector<std::int64_t> target = statistics::share(units, rate);
  for (std::int64_t& mine : target)
    while (mine < least) {
      --*std::max_element(target.begin(), target.end());
      ++mine;
    }
  for (std::int64_t& mine : target) mine *= unit;
  target.back() += blocks - units * unit;
  return target;
}

std::vector<Move> moves_between(const std::vector<std::int64_t>& now, const std::vector<std::int64_t>& target,
                                std::int64_t unit) {
  std::vector<std::int64_t> more(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) more[i] = (target[i] - now[i]) / unit * unit;
  std::vector<Move> moves;
  std::size_t from = 0, to = 0;
  for (;;) {
    while (from < now.size() && more[from] >= 0) ++from;
    while (to < now.size() && more[to] <= 0) ++to;
    if (from == now.size() || to == now.size()) return moves;
    const std::int64_t blocks = std::min(-more[from], more[to]);
    moves.push_back({static_cast<int>(from), static_cast<int>(to), blocks});
    more[from] += blocks;
    more[to] -= blocks;
  }
}

}  // namespace uneven::elements
