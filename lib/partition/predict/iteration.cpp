// SPDX-License-Identifier: MIT
#include "partition/predict/iteration.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

#include "collective/allreduce.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/schedule.hpp"
#include "perceptron/samples.hpp"
#include "reduction/tree.hpp"
#include "simulate/pricing.hpp"
#include "simulate/replay.hpp"
#include "speeds/derived.hpp"

namespace uneven::partition {

namespace {

using simulate::Step;

/// Packing and unpacking a weight costs one addition of long vectors, or this many additions of numbers in a cache.
constexpr double additions_of_weight = 3;

/// Parts of a processor's work on a chunk: the forward pass, the gradient of V, the error of the hidden units. The rest
/// is the gradient of W.
constexpr double forward_part = 0.4, outputs_part = 0.1, hidden_part = 0.1;

/// CPU seconds of one processor's work in an iteration.
struct WorkCosts {
  const Part& part;
  double compute_s;  ///< for all samples
  double weights_s;  ///< for packing and unpacking the weights of groups

  /// No value for work whose time is already in other work.
  std::optional<double> operator()(const schedule::Work& work) const {
    switch (work.name) {
      case task_forward:
        return forward_part * share_of_chunk(work.index) * compute_s;
      case task_outputs:
        return outputs_part * share_of_chunk(work.index) * compute_s;
      case task_hidden:
        return hidden_part * share_of_chunk(work.index) * compute_s;
      case task_inputs:
        return inputs_share(work) * compute_s;
      case task_unpack:
        return weights_s;
      default:
        return std::nullopt;
    }
  }

 private:
  /// Chunk c's part of the processor's samples.
  double share_of_chunk(std::int64_t c) const {
    return static_cast<double>(std::min(part.chunk, part.samples.count - c * part.chunk)) /
           static_cast<double>(part.samples.count);
  }
  double inputs_share(const schedule::Work& work) const {
    const double all = (1 - forward_part - outputs_part - hidden_part) * share_of_chunk(work.index);
    if (work.part < 0) return all;
    const document::Range& group = part.groups[static_cast<std::size_t>(work.part)];
    return all * static_cast<double>(group.count) / static_cast<double>(part.hidden.count);
  }
};

std::vector<simulate::Priced> priced(const document::Partition& plan, const document::Speeds& speeds) {
  const std::vector<Part> parts = schedule(plan, planned_element_bytes);
  const std::vector<simulate::Costs> costs = costs_of(plan, speeds, parts);
  std::vector<simulate::Priced> priced(parts.size());
  for (std::size_t processor = 0; processor < parts.size(); ++processor)
    if (!parts[processor].schedule.operations.empty())
      priced[processor] = simulate::priced(parts[processor].schedule, costs[processor]);
  return priced;
}

/// The platform, with each processor's after_work_s scaled to the weights that it fetches again after a message.
simulate::Platform platform_for(const document::Partition& plan, const document::Speeds& speeds) {
  simulate::Platform platform = simulate::platform_of(speeds, simulate::Messages::between_work);
  const WorkTime work(speeds, plan.network);
  for (const auto& r : plan.rectangles) {
    const auto p = static_cast<std::size_t>(r.processor);
    const double again = work.fetched_again(static_cast<double>(r.hidden.count));
    platform.endpoints[p].after_work_s *= again;
    if (platform.hosts) platform.hosts->endpoints[p].after_work_s *= again;
  }
  return platform;
}

}  // namespace

double packed_weight_seconds(const document::Speeds& speeds) {
  return speeds.long_operation_s_per_element.value_or(additions_of_weight * speeds.operation_s_per_element.value_or(0));
}

std::vector<simulate::Costs> costs_of(const document::Partition& plan, const document::Speeds& speeds,
                                      const std::vector<Part>& parts) {
  const double addition_s = speeds.operation_s_per_element.value_or(0);
  const double weight_s = packed_weight_seconds(speeds);
  const WorkTime time(speeds, plan.network);
  std::vector<simulate::Costs> costs(parts.size());
  for (std::size_t processor = 0; processor < parts.size(); ++processor) {
    const Part& part = parts[processor];
    if (part.schedule.operations.empty()) continue;
    const bool summed = part.schedule.groups.front().members.size() > 1;
    WorkCosts work{part, 0, 0};
    work.compute_s =
        time.of(processor, static_cast<double>(part.hidden.count), static_cast<double>(part.samples.count), summed) *
        speeds.processors[processor].cpu_share.value_or(1);
    for (const document::Range& group : part.groups)
      work.weights_s += static_cast<double>((plan.network.inputs + plan.network.outputs) * group.count) * weight_s;
    costs[processor] = {work, addition_s, planned_element_bytes};
  }
  return costs;
}

std::vector<std::vector<Step>> steps_of(const document::Partition& plan, const document::Speeds& speeds,
                                        int iterations) {
  std::vector<std::vector<Step>> steps;
  for (const simulate::Priced& one : priced(plan, speeds)) steps.push_back(simulate::repeated(one, iterations));
  return steps;
}

std::vector<double> busy_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds) {
  return simulate::busy_seconds(steps_of(plan, speeds, 1), platform_for(plan, speeds));
}

double replayed_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds) {
  return simulate::replayed_seconds_per_iteration(priced(plan, speeds), platform_for(plan, speeds));
}

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
