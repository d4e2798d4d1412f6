#include "reduction/sum_tree.hpp"

#include <algorithm>
#include <ranges>

#include "reduction/places.hpp"

namespace uneven::reduction {

SumTree sum_tree(double compute, double transfer, std::int64_t members) {
  const auto places = earliest_places(std::vector<double>(members, compute), transfer, 2);
  SumTree tree{std::vector<std::int64_t>(members, -1), std::vector<std::vector<std::int64_t>>(members)};
  for (std::int64_t member = members - 1; member > 0; --member) {  // places with less lag are joined later
    tree.parent[member] = places[member].parent;
    tree.children[places[member].parent].push_back(member);
  }
  return tree;
}

cluster::Neighbours neighbours_of_sum(const std::optional<document::TreeTimes>& times, int me, int members) {
  if (!times) return cluster::binomial_neighbours(me, members);
  const auto tree = sum_tree(times->compute_s, times->transfer_s, members);
  return {static_cast<int>(tree.parent[me]), {tree.children[me].begin(), tree.children[me].end()}};
}

double reduce_time(const SumTree& tree, double compute, double transfer) {
  std::vector<double> finish(tree.parent.size(), 0);
  for (std::size_t member = finish.size(); member-- > 0;)
    for (const auto child : tree.children[member])
      finish[member] = std::max(finish[member], finish[child] + transfer) + compute;
  return finish.front();
}

double broadcast_time(const SumTree& tree, double send, double transfer) {
  std::vector<double> arrival(tree.parent.size(), 0);
  for (std::size_t member = 0; member < arrival.size(); ++member) {
    double free = arrival[member];
    for (const auto child : tree.children[member] | std::views::reverse) {
      free += send;
      arrival[child] = free + transfer;
    }
  }
  return std::ranges::max(arrival);
}

}  // namespace uneven::reduction
