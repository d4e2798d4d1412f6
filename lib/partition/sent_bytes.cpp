// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <vector>

#include "partition/predict/iteration.hpp"
#include "partition/schedule.hpp"
#include "reduction/tree.hpp"

namespace uneven::partition {

namespace {

using collective::Collective;

/// Vectors sent by each member of a tree: one to its parent, and one to each child. Shape [k].
std::vector<std::int64_t> sends_of_tree(const std::optional<document::TreeTimes>& times, int k) {
  std::vector<std::int64_t> sends;
  if (times) {
    for (const auto& children : reduction::sum_tree(times->compute_s, times->transfer_s, k).children)
      sends.push_back(std::ssize(children) + !sends.empty());
    return sends;
  }
  for (int me = 0; me < k; ++me)
    sends.push_back(std::ssize(collective::binomial_neighbours(me, k).children) + (me > 0));
  return sends;
}

/// Counts the bytes sent for sums of one kind, over columns or over groups.
class Sums {
 public:
  Sums(Collective collective, const std::optional<document::TreeTimes>& times, std::int64_t element_bytes,
       std::vector<std::int64_t>& sent)
      : collective_(collective), times_(times), element_bytes_(element_bytes), sent_(sent) {}

  /// Adds `times` sums of a vector of `count` numbers.
  void add(const std::vector<int>& members, std::int64_t count, std::int64_t times = 1) {
    const auto k = static_cast<int>(members.size());
    if (k < 2) return;
    for (int me = 0; me < k; ++me)
      sent_[static_cast<std::size_t>(members[static_cast<std::size_t>(me)])] +=
          numbers(me, k, count) * times * element_bytes_;
  }

 private:
  std::int64_t numbers(int me, int k, std::int64_t count) {
    if (collective_ == Collective::linear) return me == 0 ? (k - 1) * count : count;
    if (collective_ == Collective::tree) return sends(k)[static_cast<std::size_t>(me)] * count;
    // Ring: a member sends all pieces but one in the reduce-scatter, and all but another in the all-gather.
    return 2 * count - piece(me + 1, k, count) - piece(me + 2, k, count);
  }

  static std::int64_t piece(int number, int k, std::int64_t count) {
    number %= k;
    return collective::piece_begin(count, number + 1, k) - collective::piece_begin(count, number, k);
  }

  const std::vector<std::int64_t>& sends(int k) {
    auto& sends = sends_[k];
    if (sends.empty()) sends = sends_of_tree(times_, k);
    return sends;
  }

  Collective collective_;
  std::optional<document::TreeTimes> times_;
  std::int64_t element_bytes_;
  std::vector<std::int64_t>& sent_;                 ///< by processor
  std::map<int, std::vector<std::int64_t>> sends_;  ///< sends_of_tree(), by number of members
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
  const auto collective = plan.collective;
  std::vector<std::int64_t> sent(plan.cluster.size(), 0);
  std::optional<document::TreeTimes> of_columns, of_groups;
  if (plan.trees) of_columns = plan.trees->column, of_groups = plan.trees->group;

  Sums column_sums(collective, of_columns, element_bytes, sent);
  const auto chunks = chunk_of_columns(plan, element_bytes);
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const auto members = sum_members(plan, plan.columns[c].processors);
    const std::int64_t samples = plan.columns[c].samples.count;
    column_sums.add(members, outputs * chunks[c], samples / chunks[c]);
    column_sums.add(members, outputs * (samples % chunks[c]));
  }
  Sums group_sums(collective, of_groups, element_bytes, sent);
  for (const document::Group& group : groups_of(plan)) {
    const auto members = sum_members(plan, group.processors);
    group_sums.add(members, outputs * group.hidden.count);
    group_sums.add(members, inputs * group.hidden.count);
  }
  std::vector<std::int64_t> used;
  for (const document::Rectangle& r : plan.rectangles) used.push_back(r.processor);
  Sums(Collective::tree, {}, agreed_bytes, sent).add(sum_members(plan, used), agreed_words + std::ssize(used));
  return document::SentBytes{std::ranges::max(sent), std::accumulate(sent.begin(), sent.end(), std::int64_t{0})};
}

}  // namespace uneven::partition
