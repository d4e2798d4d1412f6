// SPDX-License-Identifier: MIT
#include "elements/programs/points.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace uneven::elements {

void require_clusters(const Settings& s) {
  if (s.clusters < 1 || s.clusters > most_clusters)
    throw InputError(std::to_string(s.clusters) + " clusters; expected 1 to " + std::to_string(most_clusters));
  if (s.clusters > s.elements)
    throw InputError(std::to_string(s.clusters) + " clusters for " + std::to_string(s.elements) +
                     (s.elements == 1 ? " point" : " points") + "; expected at most as many clusters as points");
  if (!s.centroids.empty() && std::ssize(s.centroids) != s.clusters * s.columns)
    throw InputError("the centroids have " + std::to_string(std::ssize(s.centroids) / s.clusters) +
                     " columns; the points have " + std::to_string(s.columns));
}

bool is_count(double number) { return number >= 0 && number <= 0x1p53 && number == std::floor(number); }

bool all_finite(const State& state) {
  const auto finite = [](const std::vector<double>& numbers) {
    return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
  };
  return std::ranges::all_of(state.values, finite) && std::ranges::all_of(state.multicast, finite);
}

}  // namespace uneven::elements
