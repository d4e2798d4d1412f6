#include "cluster/imbalance.hpp"

#include <algorithm>

#include "cluster/scaled.hpp"

namespace uneven::cluster {

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

}  // namespace uneven::cluster
