// SPDX-License-Identifier: MIT
#include "reduction/two_levels.hpp"

#include <utility>
#include <vector>

#include "reduction/optimal.hpp"
#include "reduction/places.hpp"
#include "reduction/tree.hpp"

namespace uneven::reduction {

namespace {

/// The `processors` fastest by host, the fastest of each first.
std::vector<std::vector<std::int64_t>> by_host(const document::Speeds& speeds, const Model& model,
                                               std::int64_t processors) {
  const std::vector<int> hosts = document::host_numbers(speeds);
  std::vector<int> place(hosts.size(), -1);
  std::vector<std::vector<std::int64_t>> ranks;
  for (const std::int64_t rank : fastest_first(model, processors).ranks) {
    int& at = place[static_cast<std::size_t>(hosts[static_cast<std::size_t>(rank)])];
    if (at < 0) {
      at = static_cast<int>(ranks.size());
      ranks.emplace_back();
    }
    ranks[static_cast<std::size_t>(at)].push_back(rank);
  }
  return ranks;
}

/// The optimal tree of some ranks.
class Joined {
 public:
  Joined(const Model& model, std::vector<std::int64_t> ranks, std::int64_t most_operations) : ranks_(std::move(ranks)) {
    Model of_these = model;
    of_these.operation_times.clear();
    if (!model.operation_times.empty())
      for (const std::int64_t rank : ranks_)
        of_these.operation_times.push_back(model.operation_times[static_cast<std::size_t>(rank)]);
    tree_ = one_item_each_tree(of_these, std::ssize(ranks_), most_operations);
  }

  std::int64_t root() const { return rank(document::root_of(tree_)); }

  /// Adds all but the root, each after those that are joined before it.
  void add_children(std::vector<Member>& members) const {
    for (const auto& node : tree_.processors)
      for (const std::int64_t child : node.children) members.push_back({rank(child), rank(node.processor), 1});
  }

 private:
  std::int64_t rank(std::int64_t node) const { return ranks_[static_cast<std::size_t>(node)]; }

  std::vector<std::int64_t> ranks_;  ///< by processor of the tree
  document::ReductionTree tree_;
};

}  // namespace

bool has_shared_hosts(const document::Speeds& speeds, const Model& model, std::int64_t processors) {
  if (!document::has_two_levels(*speeds.network) || processors < 2) return false;
  const auto hosts = by_host(speeds, model, processors);
  return hosts.size() > 1 && std::ssize(hosts) < processors;
}

document::ReductionTree two_level_tree(const document::Speeds& speeds, const Model& model, const Model& within,
                                       std::int64_t processors, std::int64_t most_operations) {
  std::vector<Member> members;
  std::vector<std::int64_t> first;
  for (const auto& ranks : by_host(speeds, model, processors)) {
    const Joined joined(within, ranks, most_operations);
    first.push_back(joined.root());
    joined.add_children(members);
  }
  const Joined joined(model, first, most_operations);
  members.push_back({joined.root(), -1, 1});
  joined.add_children(members);
  auto tree = assemble(model, members, std::ssize(speeds.processors));
  tree.one_item_each = true;
  return tree;
}

}  // namespace uneven::reduction
