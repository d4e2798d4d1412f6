// SPDX-License-Identifier: MIT
#include "partition/predict/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "collective/allreduce.hpp"
#include "document/partition.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/sums.hpp"
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

/// What a member of a sum has to do, for each byte of the vector and for each vector.
struct TimeModel::Role {
  double link = 0;       ///< bytes that pass its link, the busier way
  double messages = 0;   ///< sent and received
  double additions = 0;  ///< bytes added
};

/// The roles of the k members of a sum, and the messages between them; member 0 is the first. Cost: O(k log k).
struct TimeModel::Roles {
  std::vector<Role> of;
  std::vector<std::pair<std::size_t, std::size_t>> edges;  ///< of a tree or a star, a vector each way; none in a ring
};

/// @param tree  of the members; read only for Collective::tree.
TimeModel::Roles TimeModel::roles_of(Collective collective, std::int64_t k, const reduction::SumTree& tree) {
  const auto others = static_cast<double>(k - 1);
  Roles roles;
  if (collective == Collective::ring) {
    roles.of.resize(static_cast<std::size_t>(k), {2 * phi(Collective::ring, k), 4 * others, phi(Collective::ring, k)});
    return roles;
  }
  roles.of.resize(static_cast<std::size_t>(k), {1, 2, 0});
  roles.of[0] = {};
  const auto join = [&](std::size_t parent, std::size_t child) {
    Role& role = roles.of[parent];
    role.link += 1, role.messages += 2, role.additions += 1;
    roles.edges.emplace_back(parent, child);
  };
  if (collective == Collective::linear) {
    for (std::size_t child = 1; child < roles.of.size(); ++child) join(0, child);
    return roles;
  }
  for (std::size_t parent = 0; parent < tree.children.size(); ++parent)
    for (const auto child : tree.children[parent]) join(parent, static_cast<std::size_t>(child));
  return roles;
}

reduction::SumTree TimeModel::tree(Collective collective, const SumCosts& costs, double bytes,
                                   const std::vector<std::int64_t>& sizes) const {
  if (collective != Collective::tree) return {};
  const double at_once = std::min(bytes, slice_bytes);
  return tree_of_sum(tree_times(tree_message(costs, at_once)), tree_times(tree_message(within_, at_once)), sizes);
}

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

std::vector<double> TimeModel::add_cards(const std::vector<std::int64_t>& members, const Roles& roles, double bytes,
                                         std::vector<double>& card_s) const {
  std::vector<double> between(members.size(), hosts_.empty() ? 1 : 0);
  if (hosts_.empty()) return between;
  const auto host = [&](std::size_t member) {
    return static_cast<std::size_t>(hosts_[static_cast<std::size_t>(members[member])]);
  };
  for (const auto& [parent, child] : roles.edges) {
    if (host(parent) == host(child)) continue;
    for (const std::size_t end : {parent, child}) {
      between[end] += 2 / roles.of[end].messages;
      card_s[host(end)] += bytes * card_gap_;
    }
  }
  if (!roles.edges.empty()) return between;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::size_t next = (i + 1) % members.size();
    if (host(i) == host(next)) continue;
    between[i] += 0.5;
    between[next] += 0.5;
    card_s[host(i)] += roles.of[i].link * bytes * card_gap_;
  }
  return between;
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
  std::vector<double> speed;
  std::vector<int> host;
  for (const auto processor : processors) {
    const auto p = static_cast<std::size_t>(processor);
    speed.push_back(speeds_.processors[p].speed);
    if (problem.sums_by_host) host.push_back(hosts_[p]);
  }
  const auto order = sum_order(speed, host);
  std::vector<std::int64_t> members;
  std::vector<int> host_of_member;
  std::int64_t tallest = 0;
  for (const std::size_t i : order) {
    members.push_back(processors[i]);
    if (problem.sums_by_host) host_of_member.push_back(host[i]);
    tallest = std::max(tallest, cuts[i + 1] - cuts[i]);
  }
  const auto chunk =
      static_cast<double>(chunk_samples(tallest, problem.network.outputs, processors.size(), planned_element_bytes));
  const double chunks = std::ceil(samples / chunk);
  const double bytes =
      static_cast<double>(problem.network.outputs) * std::min(samples, chunk) * double{planned_element_bytes};
  const std::vector<std::int64_t> sizes =
      problem.sums_by_host ? host_sizes(host_of_member) : std::vector<std::int64_t>(processors.size(), 1);
  const bool by_tree_of_hosts = problem.sums_by_host && !within && problem.collective == Collective::tree;
  const Roles roles = roles_of(problem.collective, k, tree(problem.collective, costs, bytes, sizes));
  const std::vector<double> between = add_cards(members, roles, chunks * bytes, card_s);
  double longest = 0, busiest = 0, messages = 0;
  for (std::size_t member = 0; member < members.size(); ++member) {
    const auto p = static_cast<std::size_t>(members[member]);
    const Role& role = roles.of[member];
    const auto height = static_cast<double>(cuts[order[member] + 1] - cuts[order[member]]);
    const double work_s = work_.of(p, height, samples, k > 1);
    const double each_s = between[member] * message_s(p, false) + (1 - between[member]) * message_s(p, true);
    const double gap = between[member] > 0 ? between_.network.gap_s_per_byte : within_.network.gap_s_per_byte;
    const double cpu_s =
        work_s + chunks * (role.messages * each_s + role.additions * bytes * costs.addition_s_per_byte);
    longest = std::max(longest, work_s);
    busiest = std::max({busiest, cpu_s, chunks * role.link * bytes * gap});
    messages += role.messages / 2;
  }
  if (k == 1) return {busiest, 2 * chunks};
  AllReduce sum = all_reduce(problem.collective, by_tree_of_hosts ? std::ssize(sizes) : k, costs, bytes);
  if (by_tree_of_hosts) {
    const AllReduce inside = all_reduce(problem.collective, std::ranges::max(sizes), within_, bytes);
    sum = {sum.start_s + inside.start_s, sum.byte_s + inside.byte_s};
  } else if (problem.collective == Collective::ring && !within) {
    // What a member hands on has gone through all the others.
    const double share = std::accumulate(between.begin(), between.end(), 0.0) / static_cast<double>(k);
    const AllReduce inside = all_reduce(problem.collective, k, within_, bytes);
    sum = {share * sum.start_s + (1 - share) * inside.start_s, share * sum.byte_s + (1 - share) * inside.byte_s};
  }
  const double alone_s = sum.start_s + bytes * sum.byte_s;
  const double in_turn_s = chunks * (alone_s + longest / chunks) / chunks_in_flight;
  return {std::max(busiest, in_turn_s) + alone_s, chunks * messages};
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
  const std::vector<std::int64_t> apart(layout.columns.size(), 1);
  const Roles roles = roles_of(problem.collective, columns, tree(problem.collective, costs, bytes, apart));
  std::vector<double> fastest;
  for (const auto& column : layout.columns)
    fastest.push_back(speeds_.processors[static_cast<std::size_t>(column.back())].speed);
  const std::vector<std::size_t> order = sum_order(fastest, {});
  // Neighbours in a sum are on one host only where columns are smaller than hosts.
  const auto processors = static_cast<double>(speeds_.processors.size());
  const double of_host = host_count_ > 0 ? processors / static_cast<double>(host_count_) : 1;
  const double crossing =
      problem.collective == Collective::ring ? std::min(1.0, processors / static_cast<double>(columns) / of_host) : 1;
  std::vector<double> card_s(host_count_, 0);
  double busiest = 0, messages = 0;
  for (std::size_t member = 0; member < order.size(); ++member) {
    const std::size_t c = order[member];
    const Role& role = roles.of[member];
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
      messages += vectors * role.messages / 2;
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
  const auto times = [](const SumCosts& costs, double bytes) {
    const document::TreeTimes found = tree_times(tree_message(costs, std::min(bytes, slice_bytes)));
    return document::TreeTimes{finite(found.compute_s, "the time to join messages"),
                               finite(found.transfer_s, "the time of a message")};
  };
  document::SumTrees trees{times(speeds, vectors.column), times(speeds, vectors.group)};
  if (problem.sums_by_host) {
    const SumCosts within = SumCosts(speeds).within_host();
    trees.column_within_host = times(within, vectors.column);
    trees.group_within_host = times(within, vectors.group);
  }
  return trees;
}

}  // namespace uneven::partition
