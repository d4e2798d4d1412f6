#include "partition/share.hpp"

#include <cmath>
#include <functional>
#include <numeric>
#include <queue>
#include <utility>

namespace uneven::partition {

std::vector<std::int64_t> share(std::int64_t n, const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<std::int64_t> units(weights.size());
  std::int64_t left = n;
  // The makespan is at least n / sum, so nobody loses by taking what fits into a little less than that.
  const double certain = static_cast<double>(n) / sum * (1 - 1e-11);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    units[i] = static_cast<std::int64_t>(std::floor(certain * weights[i]));
    left -= units[i];
  }
  // Each further unit goes to whoever would finish it first.
  using Finish = std::pair<double, std::size_t>;
  std::vector<Finish> finish;
  const auto with_one_more = [&](std::size_t i) { return static_cast<double>(units[i] + 1) / weights[i]; };
  for (std::size_t i = 0; i < weights.size(); ++i) finish.emplace_back(with_one_more(i), i);
  std::priority_queue<Finish, std::vector<Finish>, std::greater<>> queue(std::greater<>(), std::move(finish));
  for (; left > 0; --left) {
    const std::size_t i = queue.top().second;
    queue.pop();
    ++units[i];
    queue.emplace(with_one_more(i), i);
  }
  return units;
}

}  // namespace uneven::partition
