#include "search/placement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <span>
#include <utility>

namespace uneven::search {

double start_of(const document::SearchTimes& times) {
  constexpr double most = 0x1p40;  // more leaves no digits for the examples
  return times.task_s > 0 ? std::min(most, times.query_s / times.task_s) : 0;
}

Sharing share_evenly(std::int64_t examples, std::vector<double> speed, double start) {
  std::sort(speed.begin(), speed.end(), std::greater<>());
  Sharing all{static_cast<double>(examples) + start, speed.front()};
  for (const double next : std::span(speed).subspan(1)) {
    if (all.end() * next <= start) break;
    all.work += start;
    all.speed += next;
  }
  return all;
}

std::vector<double> even_shares(std::int64_t examples, const std::vector<double>& speed, double start) {
  const Sharing all = share_evenly(examples, speed, start);
  std::vector<double> shares;
  for (const double s : speed) shares.push_back(std::max(0.0, all.work * (s / all.speed) - start));
  return shares;
}

std::vector<std::int64_t> proportional_counts(std::int64_t examples, const std::vector<double>& speed, double start) {
  std::vector<std::int64_t> counts;
  std::int64_t left = examples;
  for (const double share : even_shares(examples, speed, start)) {
    // The product may round up past what is left.
    counts.push_back(std::min(left, static_cast<std::int64_t>(std::floor(share))));
    left -= counts.back();
  }
  using Next = std::pair<double, std::size_t>;  // when it would end with one more
  std::priority_queue<Next, std::vector<Next>, std::greater<>> ends;
  const auto end_with_one_more = [&](std::size_t i) { return (static_cast<double>(counts[i] + 1) + start) / speed[i]; };
  for (std::size_t i = 0; i < speed.size(); ++i) ends.emplace(end_with_one_more(i), i);
  for (; left > 0; --left) {
    const std::size_t i = ends.top().second;
    ends.pop();
    ++counts[i];
    ends.emplace(end_with_one_more(i), i);
  }
  return counts;
}

}  // namespace uneven::search
