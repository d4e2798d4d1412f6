// SPDX-License-Identifier: MIT
#include "partition/predict/iteration.hpp"

#include <algorithm>
#include <optional>

#include "partition/predict/sums.hpp"
#include "partition/predict/work_time.hpp"
#include "partition/schedule.hpp"
#include "simulate/platform.hpp"
#include "simulate/pricing.hpp"

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

std::vector<simulate::Costs> costs_of(const document::Partition& plan, const document::Speeds& speeds,
                                      const std::vector<Part>& parts) {
  const double addition_s = speeds.operation_s_per_element.value_or(0);
  const double weight_s = speeds.long_operation_s_per_element.value_or(additions_of_weight * addition_s);
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

}  // namespace uneven::partition
