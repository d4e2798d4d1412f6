// SPDX-License-Identifier: MIT
#include "partition/predict/all_reduce.hpp"

#include <algorithm>

#include "reduction/tree.hpp"

namespace uneven::partition {

namespace {

double addition_s_per_byte(const document::Speeds& speeds) {
  return speeds.operation_s_per_element.value_or(0) / planned_element_bytes;
}

}  // namespace

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

TreeMessage tree_message(const document::Speeds& speeds, double bytes) {
  const document::NetworkSpeeds& network = *speeds.network;
  const double bytes_s = bytes * network.gap_s_per_byte;
  TreeMessage message{network.message_s + bytes * addition_s_per_byte(speeds), network.latency_s,
                      network.message_s + bytes_s, network.latency_s};
  (document::between_hosts(speeds) ? message.join_s : message.join_transfer_s) += bytes_s;
  return message;
}

document::TreeTimes tree_times(const TreeMessage& message) {
  return {message.join_s + message.send_s, message.join_transfer_s + message.send_transfer_s};
}

AllReduce tree_all_reduce(std::int64_t k, const document::Speeds& speeds, double bytes) {
  if (k == 1) return {};
  const double at_once = std::min(bytes, slice_bytes);
  const TreeMessage slice = tree_message(speeds, at_once);
  const auto times = tree_times(slice);
  const auto tree = reduction::sum_tree(times.compute_s, times.transfer_s, k);
  const auto seconds = [&](const TreeMessage& message) {
    return reduction::reduce_time(tree, message.join_s, message.join_transfer_s) +
           reduction::broadcast_time(tree, message.send_s, message.send_transfer_s);
  };
  const double start_s = seconds(tree_message(speeds, 0));
  const double further_s = static_cast<double>(tree.children[0].size()) * std::max(slice.join_s, slice.send_s);
  return {start_s, (seconds(slice) + (bytes / at_once - 1) * further_s - start_s) / bytes};
}

AllReduce all_reduce(Collective collective, std::int64_t k, const document::Speeds& speeds, double bytes) {
  switch (collective) {
    case Collective::tree:
      return tree_all_reduce(k, speeds, bytes);
    case Collective::ring:
      return ring_all_reduce(k, *speeds.network, addition_s_per_byte(speeds));
    default:
      return linear_all_reduce(k, *speeds.network, addition_s_per_byte(speeds), bytes);
  }
}

}  // namespace uneven::partition
