// SPDX-License-Identifier: MIT
#include "partition/predict/sums.hpp"

#include <algorithm>
#include <functional>
#include <numeric>

#include "collective/allreduce.hpp"
#include "perceptron/buffer.hpp"
#include "reduction/tree.hpp"
#include "simulate/replay.hpp"
#include "speeds/derived.hpp"

namespace uneven::partition {

std::int64_t chunk_samples(std::int64_t tallest, std::int64_t outputs, std::size_t processors,
                           std::size_t element_bytes) {
  constexpr std::int64_t least = 64;
  const std::int64_t cached = perceptron::chunk_samples(tallest, element_bytes);
  if (processors < 2) return cached;
  const std::int64_t sum_bytes = outputs * static_cast<std::int64_t>(element_bytes);
  return std::clamp(collective::segment_bytes / sum_bytes, least, cached);
}

namespace {

/// Most slices: testing many requests takes long, and each slice has its own tag; MPI guarantees tags up to 32767.
constexpr std::int64_t most_slices = 256;

}  // namespace

std::vector<GroupSlices> group_slices(const std::vector<document::Group>& groups, const document::Perceptron& network,
                                      Collective collective, std::int64_t element_bytes) {
  const std::int64_t all = (network.inputs + network.outputs) * network.hidden;
  const std::int64_t longest =
      collective == Collective::ring ? all : std::max(collective::segment_bytes / element_bytes, all / most_slices);
  std::vector<GroupSlices> slices(groups.size());
  int number = 0;
  const auto cut = [&](std::vector<Slice> GroupSlices::*which, std::int64_t rows) {
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (groups[g].processors.size() < 2) continue;
      const std::int64_t count = rows * groups[g].hidden.count;
      for (std::int64_t first = 0; first < count; first += longest)
        (slices[g].*which).push_back({first, std::min(longest, count - first), number++});
    }
  };
  cut(&GroupSlices::outputs, network.outputs);
  cut(&GroupSlices::inputs, network.inputs);
  return slices;
}

std::vector<int> sum_members(const document::Partition& plan, const std::vector<std::int64_t>& processors) {
  std::vector<int> members(processors.begin(), processors.end());
  std::ranges::stable_sort(members, std::greater{},
                           [&](int member) { return plan.cluster[static_cast<std::size_t>(member)].speed; });
  return members;
}

std::vector<int> sum_members(const document::Partition& plan) {
  std::vector<std::int64_t> all(plan.cluster.size());
  std::iota(all.begin(), all.end(), 0);
  return sum_members(plan, all);
}

SumCosts::SumCosts(const document::Speeds& speeds)
    : network(*speeds.network),
      addition_s_per_byte(speeds.operation_s_per_element.value_or(0) / planned_element_bytes),
      between_hosts(document::between_hosts(speeds)) {}

SumCosts SumCosts::within_host() const {
  SumCosts costs = *this;
  costs.between_hosts = false;
  costs.network = speeds::within_host(network);
  return costs;
}

AllReduce linear_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte,
                            double bytes) {
  if (k == 1) return {};
  const auto others = static_cast<double>(k - 1);
  const double not_overlapped = std::min(1.0, slice_bytes / bytes);
  return {2 * network.latency_s + 2 * others * network.message_s,
          others * ((1 + not_overlapped) * network.gap_s_per_byte + addition_s_per_byte)};
}

AllReduce ring_all_reduce(std::int64_t k, const document::NetworkSpeeds& network, double addition_s_per_byte) {
  return {2 * static_cast<double>(k - 1) * (network.latency_s + network.message_s),
          phi(Collective::ring, k) * (2 * network.gap_s_per_byte + addition_s_per_byte)};
}

TreeMessage tree_message(const SumCosts& costs, double bytes) {
  const document::NetworkSpeeds& network = costs.network;
  const double bytes_s = bytes * network.gap_s_per_byte;
  TreeMessage message{network.message_s + bytes * costs.addition_s_per_byte, network.latency_s,
                      network.message_s + bytes_s, network.latency_s};
  (costs.between_hosts ? message.join_s : message.join_transfer_s) += bytes_s;
  return message;
}

document::TreeTimes tree_times(const TreeMessage& message) {
  return {message.join_s + message.send_s, message.join_transfer_s + message.send_transfer_s};
}

AllReduce tree_all_reduce(std::int64_t k, const SumCosts& costs, double bytes) {
  if (k == 1) return {};
  const double at_once = std::min(bytes, slice_bytes);
  const TreeMessage slice = tree_message(costs, at_once);
  const auto times = tree_times(slice);
  const auto tree = reduction::sum_tree(times.compute_s, times.transfer_s, k);
  const auto seconds = [&](const TreeMessage& message) {
    return reduction::reduce_time(tree, message.join_s, message.join_transfer_s) +
           reduction::broadcast_time(tree, message.send_s, message.send_transfer_s);
  };
  const double start_s = seconds(tree_message(costs, 0));
  const double further_s = static_cast<double>(tree.children[0].size()) * std::max(slice.join_s, slice.send_s);
  return {start_s, (seconds(slice) + (bytes / at_once - 1) * further_s - start_s) / bytes};
}

AllReduce all_reduce(Collective collective, std::int64_t k, const SumCosts& costs, double bytes) {
  switch (collective) {
    case Collective::tree:
      return tree_all_reduce(k, costs, bytes);
    case Collective::ring:
      return ring_all_reduce(k, costs.network, costs.addition_s_per_byte);
    default:
      return linear_all_reduce(k, costs.network, costs.addition_s_per_byte, bytes);
  }
}

}  // namespace uneven::partition
