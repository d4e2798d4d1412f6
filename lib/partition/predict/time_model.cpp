// SPDX-License-Identifier: MIT
#include "partition/predict/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/number.hpp"
#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "partition/predict/sums.hpp"
#include "reduction/tree.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

double messages(std::int64_t processors, const document::Perceptron& network, std::int64_t samples) {
  const auto number = static_cast<std::size_t>(processors);
  const std::int64_t chunk = chunk_samples(network.hidden, network.outputs, number, planned_element_bytes);
  const double chunks = std::ceil(static_cast<double>(samples) / static_cast<double>(chunk));
  const auto segments = [](double rows, std::int64_t numbers) {
    return std::ceil(rows * static_cast<double>(numbers * planned_element_bytes) / collective::segment_bytes);
  };
  const double of_columns = chunks * segments(static_cast<double>(network.outputs), chunk);
  const double of_groups = segments(static_cast<double>(network.inputs + network.outputs), network.hidden);
  return (of_columns + of_groups) * 2 * static_cast<double>(std::max<std::int64_t>(1, processors - 1));
}

bool within_replay_limit(std::int64_t processors, const document::Perceptron& network, std::int64_t samples) {
  return processors <= replay_limit_processors && messages(processors, network, samples) <= replay_limit_messages;
}

namespace {

/// Mean bytes of the vectors summed over a column and over a group.
struct Vectors {
  double column, group;
};

Vectors mean_vectors(std::size_t columns, std::size_t groups, const Problem& problem) {
  const auto [n, m, l] = problem.network;
  return {static_cast<double>(l) * static_cast<double>(problem.samples) / static_cast<double>(columns) *
              planned_element_bytes,
          static_cast<double>(n + l) * static_cast<double>(m) / static_cast<double>(groups) * planned_element_bytes};
}

}  // namespace

namespace {

/// What a member of a sum has to do, for each byte of the vector and for each vector.
struct Role {
  double link = 0;       ///< bytes that pass its link, the busier way
  double messages = 0;   ///< sent and received
  double additions = 0;  ///< bytes added
};

/// The first member, and the busiest of the others.
struct Roles {
  Role first, other;
};

/// @param slice  seconds of a slice, for which a tree is made.
Roles roles_of(Collective collective, std::int64_t k, const TreeMessage& slice) {
  const auto others = static_cast<double>(k - 1);
  if (k == 1) return {};
  if (collective == Collective::linear) return {{others, 2 * others, others}, {1, 2, 0}};
  if (collective == Collective::ring) {
    const Role all{2 * phi(Collective::ring, k), 4 * others, phi(Collective::ring, k)};
    return {all, all};
  }
  const auto times = tree_times(slice);
  const auto tree = reduction::sum_tree(times.compute_s, times.transfer_s, k);
  const auto role = [](std::size_t children, int parents) {
    const auto neighbours = static_cast<double>(children) + parents;
    return Role{neighbours, 2 * neighbours, static_cast<double>(children)};
  };
  std::size_t most = 0;
  for (std::size_t member = 1; member < tree.children.size(); ++member)
    most = std::max(most, tree.children[member].size());
  return {role(tree.children[0].size(), 0), role(most, 1)};
}

}  // namespace

TimeModel::TimeModel(const document::Speeds& speeds, const document::Perceptron& network)
    : speeds_(speeds), work_(speeds, network), between_(speeds), within_(between_.within_host()) {
  if (!document::has_two_levels(*speeds.network)) return;
  hosts_ = document::host_numbers(speeds);
  host_count_ = static_cast<std::size_t>(std::ranges::max(hosts_)) + 1;
  card_gap_ = speeds.network->host_gap_s_per_byte.value_or(speeds.network->gap_s_per_byte);
}

bool TimeModel::are_together(const std::vector<std::int64_t>& processors) const {
  if (hosts_.empty()) return false;
  const auto host = [&](std::int64_t processor) { return hosts_[static_cast<std::size_t>(processor)]; };
  return std::ranges::all_of(processors, [&](auto processor) { return host(processor) == host(processors.front()); });
}

double TimeModel::message_s(std::size_t processor, bool within) const {
  if (within && speeds_.network->within_host) return within_.network.message_s;
  return speeds_.processors[processor].message_s.value_or(between_.network.message_s);
}

void TimeModel::add_cards(const std::vector<std::int64_t>& processors, Collective collective, double bytes,
                          std::vector<double>& card_s) const {
  if (hosts_.empty() || processors.size() == 1) return;
  const auto host = [&](std::int64_t processor) { return hosts_[static_cast<std::size_t>(processor)]; };
  const auto k = static_cast<double>(processors.size());
  const int first = host(processors.back());
  for (std::size_t i = 0, end = 0; i < processors.size(); i = end) {  // neighbours of one host
    while (end < processors.size() && host(processors[end]) == host(processors[i])) ++end;
    const auto here = static_cast<double>(end - i);
    if (here == k) return;
    double crossing = here;
    if (collective == Collective::ring) crossing = 2 * phi(Collective::ring, std::ssize(processors));
    if (collective == Collective::linear && host(processors[i]) == first) crossing = k - here;
    card_s[static_cast<std::size_t>(host(processors[i]))] += crossing * bytes * card_gap_;
  }
}

/// A column's part of an iteration.
struct TimeModel::Column {
  double seconds = 0, messages = 0;
};

TimeModel::Column TimeModel::column(const std::vector<std::int64_t>& processors, const std::vector<std::int64_t>& cuts,
                                    double samples, const Problem& problem, std::vector<double>& card_s) const {
  const auto k = std::ssize(processors);
  const bool within = are_together(processors);
  const SumCosts& costs = within ? within_ : between_;
  std::int64_t tallest = 0;
  for (std::size_t i = 0; i < processors.size(); ++i) tallest = std::max(tallest, cuts[i + 1] - cuts[i]);
  const auto chunk =
      static_cast<double>(chunk_samples(tallest, problem.network.outputs, processors.size(), planned_element_bytes));
  const double chunks = std::ceil(samples / chunk);
  const double bytes =
      static_cast<double>(problem.network.outputs) * std::min(samples, chunk) * double{planned_element_bytes};
  const TreeMessage slice = tree_message(costs, std::min(bytes, slice_bytes));
  const Roles roles = roles_of(problem.collective, k, slice);
  double longest = 0, busiest = 0;
  for (std::size_t i = 0; i < processors.size(); ++i) {
    const auto p = static_cast<std::size_t>(processors[i]);
    const Role& role = i + 1 == processors.size() ? roles.first : roles.other;
    const double work_s = work_.of(p, static_cast<double>(cuts[i + 1] - cuts[i]), samples, k > 1);
    const double cpu_s =
        work_s + chunks * (role.messages * message_s(p, within) + role.additions * bytes * costs.addition_s_per_byte);
    longest = std::max(longest, work_s);
    busiest = std::max({busiest, cpu_s, chunks * role.link * bytes * costs.network.gap_s_per_byte});
  }
  if (k == 1) return {busiest, 2 * chunks};
  add_cards(processors, problem.collective, chunks * bytes, card_s);
  const AllReduce sum = all_reduce(problem.collective, k, costs, bytes);
  const double alone_s = sum.start_s + bytes * sum.byte_s;
  const double in_turn_s = chunks * (alone_s + longest / chunks) / chunks_in_flight;
  const double all = static_cast<double>(k) * roles.other.messages / 2;
  return {std::max(busiest, in_turn_s) + alone_s,
          chunks * (problem.collective == Collective::ring ? all : 2.0 * (k - 1))};
}

Estimate TimeModel::groups(const Layout& layout, const WholeLayout& whole, const Problem& problem) const {
  const auto columns = std::ssize(layout.columns);
  if (columns == 1) return {};
  std::vector<std::int64_t> all;
  for (const auto& column : layout.columns) all.insert(all.end(), column.begin(), column.end());
  const bool within = are_together(all);
  const SumCosts& costs = within ? within_ : between_;
  const auto cuts = group_cuts(whole);
  const double bytes = mean_vectors(layout.columns.size(), cuts.size() - 1, problem).group;
  const TreeMessage slice = tree_message(costs, std::min(bytes, slice_bytes));
  const Roles roles = roles_of(problem.collective, columns, slice);
  const auto fastest = [&](std::size_t c) {
    return speeds_.processors[static_cast<std::size_t>(layout.columns[c].back())].speed;
  };
  std::size_t first = 0;
  for (std::size_t c = 1; c < layout.columns.size(); ++c)
    if (fastest(c) > fastest(first)) first = c;
  // Neighbours in a sum are on one host only where columns are smaller than hosts.
  const auto processors = static_cast<double>(speeds_.processors.size());
  const double of_host = host_count_ > 0 ? processors / static_cast<double>(host_count_) : 1;
  const double crossing =
      problem.collective == Collective::ring ? std::min(1.0, processors / static_cast<double>(columns) / of_host) : 1;
  std::vector<double> card_s(host_count_, 0);
  double busiest = 0, messages = 0;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    const Role& role = c == first ? roles.first : roles.other;
    auto cut = cuts.begin();
    for (std::size_t i = 0; i < layout.columns[c].size(); ++i) {
      const auto p = static_cast<std::size_t>(layout.columns[c][i]);
      const auto end = std::lower_bound(cut, cuts.end(), whole.cuts[c][i + 1]);
      const auto numbers = static_cast<double>((problem.network.inputs + problem.network.outputs) *
                                               (whole.cuts[c][i + 1] - whole.cuts[c][i]));
      const double own = numbers * double{planned_element_bytes};
      const double vectors = std::max(2.0 * static_cast<double>(end - cut),
                                      problem.collective == Collective::ring ? 0 : own / slice_bytes);
      busiest =
          std::max({busiest, role.link * own * costs.network.gap_s_per_byte,
                    vectors * role.messages * message_s(p, within) + role.additions * own * costs.addition_s_per_byte});
      if (host_count_ > 0 && !within)
        card_s[static_cast<std::size_t>(hosts_[p])] += crossing * role.link * own * card_gap_;
      messages += vectors * roles.other.messages / 2;
      cut = end;
    }
  }
  if (!card_s.empty()) busiest = std::max(busiest, std::ranges::max(card_s));
  const AllReduce sum = all_reduce(problem.collective, columns, costs, std::min(bytes, slice_bytes));
  return {busiest + sum.start_s + std::min(bytes, slice_bytes) * sum.byte_s, messages};
}

Estimate TimeModel::of(const Layout& layout, const WholeLayout& whole, const Problem& problem) const {
  std::vector<double> card_s(host_count_, 0);
  double forward_pass = 0, messages = 0;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    const Column one =
        column(layout.columns[c], whole.cuts[c], static_cast<double>(whole.samples[c].count), problem, card_s);
    forward_pass = std::max(forward_pass, one.seconds);
    messages += one.messages;
  }
  if (!card_s.empty()) forward_pass = std::max(forward_pass, std::ranges::max(card_s));
  const Estimate sums = groups(layout, whole, problem);
  return {forward_pass + sums.seconds, messages + sums.messages};
}

document::SumTrees sum_trees(const WholeLayout& whole, const Problem& problem, const document::Speeds& speeds) {
  const Vectors vectors = mean_vectors(whole.samples.size(), group_cuts(whole).size() - 1, problem);
  const auto times = [&](double bytes) {
    const document::TreeTimes found = tree_times(tree_message(speeds, std::min(bytes, slice_bytes)));
    return document::TreeTimes{finite(found.compute_s, "the time to join messages"),
                               finite(found.transfer_s, "the time of a message")};
  };
  return {times(vectors.column), times(vectors.group)};
}

}  // namespace uneven::partition
