#include "hbsp/share.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace uneven::hbsp {
namespace {

constexpr double rounding = 1e-9;

std::int64_t whole_part(double share) {
  return static_cast<std::int64_t>(std::max(std::floor(share) - 1, std::floor(share * (1 - rounding))));
}

}  // namespace

std::vector<double> exact_shares(std::span<const double> speed) {
  // Relative to the fastest first, so that the sum cannot overflow.
  const double fastest = *std::ranges::max_element(speed);
  std::vector<double> part(speed.begin(), speed.end());
  for (double& p : part) p /= fastest;
  const double sum = std::accumulate(part.begin(), part.end(), 0.0);
  for (double& p : part) p /= sum;
  return part;
}

std::vector<std::int64_t> share(std::int64_t n, std::span<const double> speed) {
  const auto part = exact_shares(speed);

  // Everybody can do the whole part of its exact share within the least makespan. Where rounding could have lifted the
  // share to a whole number, one less.
  std::vector<std::int64_t> count(speed.size());
  for (std::size_t i = 0; i < speed.size(); ++i) count[i] = whole_part(static_cast<double>(n) * part[i]);

  using Finish = std::pair<double, std::size_t>;  // when the processor would finish one more unit
  std::vector<Finish> finishes;
  for (std::size_t i = 0; i < speed.size(); ++i) finishes.emplace_back(static_cast<double>(count[i] + 1) / part[i], i);
  std::priority_queue<Finish, std::vector<Finish>, std::greater<>> next(std::greater<>{}, std::move(finishes));
  std::int64_t left = n - std::accumulate(count.begin(), count.end(), std::int64_t{0});
  assert(left >= 0);
  for (; left > 0; --left) {
    const std::size_t i = next.top().second;
    next.pop();
    ++count[i];
    next.emplace(static_cast<double>(count[i] + 1) / part[i], i);
  }
  return count;
}

std::vector<document::Range> share_ranges(std::int64_t n, std::span<const double> speed) {
  std::vector<document::Range> ranges;
  std::int64_t first = 0;
  for (std::int64_t count : share(n, speed)) {
    ranges.push_back({first, count});
    first += count;
  }
  return ranges;
}

}  // namespace uneven::hbsp
