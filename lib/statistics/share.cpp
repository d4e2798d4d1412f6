// SPDX-License-Identifier: MIT
#include "statistics/share.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <utility>

namespace uneven::statistics {

Scaled scaled(std::span<const double> speed) {
  Scaled result{{}, std::ilogb(*std::ranges::max_element(speed))};
  for (const double s : speed) result.speed.push_back(std::ldexp(s, -result.exponent));
  return result;
}

namespace {

constexpr double rounding = 1e-9;

/// The whole part of a share, low enough that rounding cannot have lifted it; at most `most`, which is >= 0.
std::int64_t whole_part(double share, std::int64_t most) {
  const double whole = std::max(std::floor(share) - 1, std::floor(share * (1 - rounding)));
  return whole < static_cast<double>(most) ? static_cast<std::int64_t>(whole) : most;
}

/// The makespan of arbitrarily divisible work. Processors that are busy beyond it get no work.
double level(double n, std::span<const double> speed, std::span<const double> busy) {
  std::vector<std::size_t> order(speed.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return busy[i]; });
  double time = std::numeric_limits<double>::infinity(), work = n, together = 0;
  for (const std::size_t i : order) {
    if (busy[i] >= time) break;
    work += busy[i] * speed[i];
    together += speed[i];
    time = work / together;
  }
  return time;
}

/// Shares `left` units in proportion to speed among the processors that begin by `end`. Needed if the times `begin` are
/// so far apart that rounding loses the work between them.
/// @return  units left over: less than one for each processor, apart from rounding.
std::int64_t share_at_once(std::int64_t left, double end, std::span<const double> pace, std::span<const double> begin,
                           std::span<std::int64_t> count) {
  double together = 0;
  for (std::size_t i = 0; i < pace.size(); ++i)
    if (begin[i] <= end) together += pace[i];
  const auto all = static_cast<double>(left);
  for (std::size_t i = 0; i < pace.size(); ++i) {
    if (begin[i] > end) continue;
    const std::int64_t part = whole_part(all * (pace[i] / together), left);
    count[i] += part;
    left -= part;
  }
  return left;
}

}  // namespace

std::vector<double> exact_shares(std::span<const double> speed) {
  std::vector<double> part = scaled(speed).speed;
  const double sum = std::accumulate(part.begin(), part.end(), 0.0);
  for (double& p : part) p /= sum;
  return part;
}

std::vector<std::int64_t> share(std::int64_t n, std::span<const double> speed, std::span<const double> busy) {
  const auto [pace, exponent] = scaled(speed);
  std::vector<double> begin(speed.size(), 0.0);
  const double first = busy.empty() ? 0 : *std::ranges::min_element(busy);
  for (std::size_t i = 0; i < busy.size(); ++i)
    if (busy[i] > first) begin[i] = std::ldexp(busy[i] - first, exponent);
  const double end = level(static_cast<double>(n), pace, begin);

  // A processor does the whole part of its exact share within the least makespan. whole_part() takes one less if
  // rounding could have lifted the share to a whole number; share_at_once() shares what larger rounding leaves.
  std::vector<std::int64_t> count(speed.size());
  std::int64_t left = n;
  for (std::size_t i = 0; i < speed.size(); ++i) {
    count[i] = whole_part(std::max(0.0, end - begin[i]) * pace[i], left);
    left -= count[i];
  }
  const auto usual = 2 * (rounding * static_cast<double>(n) + static_cast<double>(speed.size()));
  if (static_cast<double>(left) > usual) left = share_at_once(left, end, pace, begin, count);

  using Finish = std::pair<double, std::size_t>;  // when the processor would finish one more unit
  std::vector<Finish> finishes;
  const auto finish = [&](std::size_t i) { return begin[i] + static_cast<double>(count[i] + 1) / pace[i]; };
  for (std::size_t i = 0; i < speed.size(); ++i) finishes.emplace_back(finish(i), i);
  std::priority_queue<Finish, std::vector<Finish>, std::greater<>> next(std::greater<>{}, std::move(finishes));
  for (; left > 0; --left) {
    const std::size_t i = next.top().second;
    next.pop();
    ++count[i];
    next.emplace(finish(i), i);
  }
  return count;
}

std::vector<document::Range> ranges_of(std::span<const std::int64_t> counts) {
  std::vector<document::Range> ranges;
  std::int64_t first = 0;
  for (const std::int64_t count : counts) {
    ranges.push_back({first, count});
    first += count;
  }
  return ranges;
}

std::vector<document::Range> share_ranges(std::int64_t n, std::span<const double> speed, std::span<const double> busy) {
  return ranges_of(share(n, speed, busy));
}

double imbalance(std::span<const double> work, std::span<const double> speed) {
  const auto pace = scaled(speed).speed;
  double slowest = 0, all_work = 0, all_speed = 0;
  for (std::size_t i = 0; i < work.size(); ++i) {
    if (work[i] == 0) continue;
    slowest = std::max(slowest, work[i] / pace[i]);
    all_work += work[i];
    all_speed += pace[i];
  }
  return all_work > 0 ? slowest / (all_work / all_speed) - 1 : 0;
}

}  // namespace uneven::statistics
