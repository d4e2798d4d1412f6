#include "search/placement.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "statistics/share.hpp"

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
  std::vector<double> busy;
  for (const double s : speed) busy.push_back(start / s);
  return statistics::share(examples, speed, busy);
}

}  // namespace uneven::search
