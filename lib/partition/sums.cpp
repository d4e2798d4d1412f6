// SPDX-License-Identifier: MIT
#include "partition/sums.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <utility>

#include "collective/allreduce.hpp"
#include "document/speeds.hpp"
#include "partition/schedule.hpp"

namespace uneven::partition {

using collective::Collective;

std::vector<std::size_t> sum_order(const std::vector<double>& speed, const std::vector<int>& hosts) {
  std::vector<std::size_t> order(speed.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater{}, [&](std::size_t member) { return speed[member]; });
  if (hosts.empty()) return order;
  std::map<int, std::size_t> turn;  // of a host
  for (const std::size_t member : order) turn.try_emplace(hosts[member], turn.size());
  std::ranges::stable_sort(order, {}, [&](std::size_t member) { return turn.at(hosts[member]); });
  return order;
}

std::vector<std::int64_t> host_sizes(const std::vector<int>& hosts) {
  std::vector<std::int64_t> sizes;
  for (std::size_t member = 0; member < hosts.size(); ++member) {
    if (member == 0 || hosts[member] != hosts[member - 1]) sizes.push_back(0);
    ++sizes.back();
  }
  return sizes;
}

reduction::SumTree tree_of_sum(const std::optional<document::TreeTimes>& between,
                               const std::optional<document::TreeTimes>& within,
                               const std::vector<std::int64_t>& host_sizes) {
  const auto tree = [](const std::optional<document::TreeTimes>& times, std::int64_t members) {
    return times ? reduction::sum_tree(times->compute_s, times->transfer_s, members)
                 : reduction::binomial_tree(members);
  };
  std::vector<reduction::SumTree> inside;
  for (const std::int64_t size : host_sizes) inside.push_back(tree(within, size));
  return reduction::joined_tree(tree(between, std::ssize(host_sizes)), inside);
}

PlanSums::PlanSums(const document::Partition& plan) : plan_(plan) {
  if (plan.sums_by_host) hosts_ = document::host_numbers(plan.cluster);
}

SumMembers PlanSums::members(const std::vector<std::int64_t>& processors) const {
  std::vector<double> speed;
  std::vector<int> host;
  for (const auto processor : processors) {
    const auto p = static_cast<std::size_t>(processor);
    speed.push_back(plan_.cluster[p].speed);
    if (!hosts_.empty()) host.push_back(hosts_[p]);
  }
  SumMembers members;
  std::vector<int> in_order;
  for (const std::size_t member : sum_order(speed, host)) {
    members.ranks.push_back(static_cast<int>(processors[member]));
    if (!hosts_.empty()) in_order.push_back(host[member]);
  }
  members.host_sizes = hosts_.empty() ? std::vector<std::int64_t>(processors.size(), 1) : host_sizes(in_order);
  return members;
}

const reduction::SumTree& PlanSums::column_tree(const SumMembers& members) {
  const auto& times = plan_.trees;
  return tree(column_trees_, members, times ? std::optional(times->column) : std::nullopt,
              times ? times->column_within_host : std::nullopt);
}

const reduction::SumTree& PlanSums::group_tree(const SumMembers& members) {
  const auto& times = plan_.trees;
  return tree(group_trees_, members, times ? std::optional(times->group) : std::nullopt,
              times ? times->group_within_host : std::nullopt);
}

const reduction::SumTree& PlanSums::tree(Trees& known, const SumMembers& members,
                                         const std::optional<document::TreeTimes>& between,
                                         const std::optional<document::TreeTimes>& within) {
  const auto [at, is_new] = known.try_emplace(members.host_sizes);
  if (is_new) at->second = tree_of_sum(between, within, members.host_sizes);
  return at->second;
}

namespace {

/// Counts the bytes sent for sums.
class SentNumbers {
 public:
  SentNumbers(Collective collective, std::int64_t element_bytes, std::vector<std::int64_t>& sent)
      : collective_(collective), element_bytes_(element_bytes), sent_(sent) {}

  /// Adds `times` sums of a vector of `count` numbers. @param tree  read only for Collective::tree.
  void add(const std::vector<int>& members, const reduction::SumTree& tree, std::int64_t count,
           std::int64_t times = 1) {
    const auto k = static_cast<int>(members.size());
    if (k < 2) return;
    for (int me = 0; me < k; ++me)
      sent_[static_cast<std::size_t>(members[static_cast<std::size_t>(me)])] +=
          numbers(me, k, tree, count) * times * element_bytes_;
  }

 private:
  std::int64_t numbers(int me, int k, const reduction::SumTree& tree, std::int64_t count) const {
    if (collective_ == Collective::linear) return me == 0 ? (k - 1) * count : count;
    if (collective_ == Collective::tree)  // to its parent, and to each child
      return (std::ssize(tree.children[static_cast<std::size_t>(me)]) + (me > 0)) * count;
    // Ring: a member sends all pieces but one in the reduce-scatter, and all but another in the all-gather.
    return 2 * count - piece(me + 1, k, count) - piece(me + 2, k, count);
  }

  static std::int64_t piece(int number, int k, std::int64_t count) {
    number %= k;
    return collective::piece_begin(count, number + 1, k) - collective::piece_begin(count, number, k);
  }

  Collective collective_;
  std::int64_t element_bytes_;
  std::vector<std::int64_t>& sent_;  ///< by processor
};

/// Whether all byte counts below are exact. Bound: 2 x the numbers of all vectors x the most members of a sum.
bool exact(const document::Partition& plan, std::int64_t element_bytes) {
  const auto [inputs, hidden, outputs] = plan.network;
  const auto n = static_cast<double>(inputs), m = static_cast<double>(hidden), l = static_cast<double>(outputs);
  std::size_t members = plan.columns.size();
  for (const auto& column : plan.columns) members = std::max(members, column.processors.size());
  const double numbers = l * static_cast<double>(plan.samples) + (n + l) * m;
  const double used = static_cast<double>(plan.rectangles.size());
  const double agreed = used * (used + double{agreed_words}) * double{agreed_bytes};
  return 2 * (numbers * static_cast<double>(element_bytes) * static_cast<double>(members) + agreed) <= 0x1p53;
}

}  // namespace

std::optional<document::SentBytes> sent_bytes(const document::Partition& plan, std::int64_t element_bytes) {
  if (!exact(plan, element_bytes)) return std::nullopt;
  const auto [inputs, hidden, outputs] = plan.network;
  std::vector<std::int64_t> sent(plan.cluster.size(), 0);
  PlanSums sums(plan);
  const reduction::SumTree no_tree;
  const bool by_tree = plan.collective == Collective::tree;

  SentNumbers numbers(plan.collective, element_bytes, sent);
  const auto chunks = chunk_of_columns(plan, element_bytes);
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const SumMembers members = sums.members(plan.columns[c].processors);
    const reduction::SumTree& tree = by_tree ? sums.column_tree(members) : no_tree;
    const std::int64_t samples = plan.columns[c].samples.count;
    numbers.add(members.ranks, tree, outputs * chunks[c], samples / chunks[c]);
    numbers.add(members.ranks, tree, outputs * (samples % chunks[c]));
  }
  for (const document::Group& group : groups_of(plan)) {
    const SumMembers members = sums.members(group.processors);
    const reduction::SumTree& tree = by_tree ? sums.group_tree(members) : no_tree;
    numbers.add(members.ranks, tree, outputs * group.hidden.count);
    numbers.add(members.ranks, tree, inputs * group.hidden.count);
  }
  std::vector<std::int64_t> used;
  for (const document::Rectangle& r : plan.rectangles) used.push_back(r.processor);
  SentNumbers(Collective::tree, agreed_bytes, sent)
      .add(sums.members(used).ranks, reduction::binomial_tree(std::ssize(used)), agreed_words + std::ssize(used));
  return document::SentBytes{std::ranges::max(sent), std::accumulate(sent.begin(), sent.end(), std::int64_t{0})};
}

}  // namespace uneven::partition
