// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <vector>

#include "partition/chain/chain.hpp"

namespace uneven::partition {

double moved_elements(const LayerCandidate& lower, const LayerCandidate& upper, double enough) {
  const auto least =
      static_cast<double>(most_received(lower.above, upper.below) + most_received(upper.below, lower.above));
  if (least >= enough) return least;
  const auto forward = static_cast<double>(exchange(lower.above, upper.below).largest());
  if (forward >= enough) return forward;
  return forward + static_cast<double>(exchange(upper.below, lower.above).largest());
}

namespace {

/// The least cost of a chain that ends in each candidate of a layer, and the candidate before.
struct Ends {
  std::vector<double> cost;
  std::vector<std::size_t> before;
};

/// The candidates by ascending cost of their chains, then by index; those that no chain reaches are left out.
std::vector<std::size_t> ascending(const Ends& ends) {
  std::vector<std::size_t> order(ends.cost.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return ends.cost[i] == no_limit; });
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ends.cost[i]; });
  return order;
}

}  // namespace

Chain cheapest_chain(const std::vector<std::vector<LayerCandidate>>& layers, const MoveCost& move,
                     const std::function<bool(const LayerCandidate&)>& allowed) {
  std::vector<Ends> ends;
  for (const auto& candidates : layers) {
    Ends here{std::vector<double>(candidates.size(), no_limit), std::vector<std::size_t>(candidates.size())};
    const auto order = ends.empty() ? std::vector<std::size_t>{} : ascending(ends.back());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (!allowed(candidates[i])) continue;
      double least = ends.empty() ? 0 : no_limit;
      for (const std::size_t before : order) {
        const double without = ends.back().cost[before];
        if (without >= least) break;
        const double with = without + move(layers[ends.size() - 1][before], candidates[i], least - without);
        if (with < least) least = with, here.before[i] = before;
      }
      here.cost[i] = least + candidates[i].cost;
    }
    ends.push_back(std::move(here));
  }
  Chain chain{std::vector<std::size_t>(layers.size()), 0};
  std::size_t at = ascending(ends.back()).front();
  chain.cost = ends.back().cost[at];
  for (std::size_t layer = layers.size(); layer-- > 0; at = ends[layer].before[at]) chain.chosen[layer] = at;
  return chain;
}

}  // namespace uneven::partition
