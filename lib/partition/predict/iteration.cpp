#include "partition/predict/iteration.hpp"

#include <algorithm>
#include <string>

#include "collective/allreduce.hpp"
#include "partition/predict/all_reduce.hpp"
#include "partition/predict/sums.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/predict/work_time.hpp"
#include "reduction/tree.hpp"
#include "simulate/iterations.hpp"
#include "simulate/platform.hpp"

namespace uneven::partition {

namespace {

using simulate::Step;

/// In elements: three doubles and one for each processor.
std::int64_t control_words(std::size_t processors) { return 2 * (3 + static_cast<std::int64_t>(processors)); }

/// Column sums have the tags 1, 2, ... by chunk, those of groups -1, -2, ... by slice.
constexpr int control_tag = 0;

/// Packing and unpacking a weight costs as much as an addition of long vectors, or so many of numbers in a cache.
constexpr double additions_of_weight = 3;

/// Parts of a processor's work on a chunk: the forward pass, the gradient of V, the error of the hidden units; the rest
/// is the gradient of W.
constexpr double forward_part = 0.4, outputs_part = 0.1, hidden_part = 0.1;

/// A sum as one of its members goes about it: what it sends first leaves at once, the rest waits until it is needed.
class Sum {
 public:
  Sum(const std::vector<int>& members, std::int64_t me, collective::Collective collective,
      const std::optional<document::TreeTimes>& trees, std::int64_t count, double addition_s, int tag)
      : members_(members), addition_s_(addition_s), tag_(tag) {
    const auto k = static_cast<int>(members.size());
    const auto position = static_cast<int>(std::ranges::find(members, me) - members.begin());
    collective::Neighbours tree;
    if (collective == collective::Collective::tree) tree = reduction::neighbours_of_sum(trees, position, k);
    rounds_ = collective::allreduce_schedule(collective, position, k, count, tree,
                                             simulate::segment_bytes / planned_element_bytes);
  }

  void start(std::vector<Step>& steps) const {
    if (!rounds_.empty()) send(rounds_.front(), steps);
  }

  /// Side by side with others whose tags differ.
  void start_beside_others(std::vector<Step>& steps) const {
    const auto before = std::ssize(steps);
    start(steps);
    set_operation(steps, before);
  }

  void finish(std::vector<Step>& steps) const {
    for (std::size_t r = 0; r < rounds_.size(); ++r) {
      for (const auto& message : rounds_[r].receives) {
        steps.push_back({Step::Kind::receive, bytes(message), partner(message), tag_});
        if (rounds_[r].add)
          steps.push_back({Step::Kind::compute, static_cast<double>(message.count) * addition_s_, -1});
      }
      if (r + 1 < rounds_.size()) send(rounds_[r + 1], steps);
    }
  }

  void finish_beside_others(std::vector<Step>& steps) const {
    const auto before = std::ssize(steps);
    finish(steps);
    set_operation(steps, before);
  }

 private:
  void set_operation(std::vector<Step>& steps, std::ptrdiff_t from) const {
    for (auto step = steps.begin() + from; step != steps.end(); ++step) step->operation = tag_;
  }

  static double bytes(const collective::Message& message) {
    return static_cast<double>(message.count * planned_element_bytes);
  }
  int partner(const collective::Message& message) const { return members_[static_cast<std::size_t>(message.member)]; }
  void send(const collective::Round& round, std::vector<Step>& steps) const {
    for (const auto& message : round.sends) steps.push_back({Step::Kind::send, bytes(message), partner(message), tag_});
  }

  std::vector<int> members_;
  double addition_s_;
  int tag_;
  std::vector<collective::Round> rounds_;
};

/// One processor's part in an iteration.
struct Part {
  double compute_s = 0;  ///< CPU time for all samples
  double weights_s = 0;  ///< and for packing and unpacking the weights of groups
  std::int64_t samples = 0, chunk = 1, hidden = 0;
  std::vector<Sum> column;  ///< by chunk
  struct Group {
    std::int64_t hidden;
    std::vector<Sum> outputs, inputs;  ///< by slice
  };
  std::vector<Group> groups;
  std::optional<Sum> control;  ///< absent: the processor is left out
};

/// Of its samples.
double share_of_chunk(const Part& part, std::int64_t c) {
  return static_cast<double>(std::min(part.chunk, part.samples - c * part.chunk)) / static_cast<double>(part.samples);
}

void start(const std::vector<Sum>& sums, std::vector<Step>& steps) {
  for (const Sum& sum : sums) sum.start_beside_others(steps);
}

void add_iteration(const Part& part, std::vector<Step>& steps) {
  const auto compute = [&](double share) { steps.push_back({Step::Kind::compute, share * part.compute_s, -1}); };
  const auto column = [&](std::int64_t c) -> const Sum& { return part.column[static_cast<std::size_t>(c)]; };
  const auto chunks = std::ssize(part.column);
  const auto forward = [&](std::int64_t c) {
    compute(forward_part * share_of_chunk(part, c));
    column(c).start(steps);
  };
  const auto backward = [&](std::int64_t c) {
    const double share = share_of_chunk(part, c);
    const double inputs_share = (1 - forward_part - outputs_part - hidden_part) * share;
    column(c).finish(steps);
    compute(outputs_part * share);
    const bool last = c + 1 == chunks;
    if (last)
      for (const auto& group : part.groups) start(group.outputs, steps);
    compute(hidden_part * share);
    if (!last || part.groups.empty()) compute(inputs_share);
    if (!last) return;
    for (const auto& group : part.groups) {
      compute(inputs_share * static_cast<double>(group.hidden) / static_cast<double>(part.hidden));
      start(group.inputs, steps);
    }
  };
  through_chunks(chunks, chunks_in_flight, forward, backward);
  for (const auto& group : part.groups)
    for (const auto* slices : {&group.outputs, &group.inputs})
      for (const Sum& sum : *slices) sum.finish_beside_others(steps);
  steps.push_back({Step::Kind::compute, part.weights_s, -1});
}

std::vector<Part> parts_of(const document::Partition& plan, const document::Speeds& speeds) {
  const auto [n, hidden, l] = plan.network;
  const auto collective = collective::collective_named(plan.collective);
  const double addition_s = speeds.operation_s_per_element.value_or(0);
  const double weight_s = speeds.long_operation_s_per_element.value_or(additions_of_weight * addition_s);
  std::optional<document::TreeTimes> column_trees, group_trees;
  if (plan.trees) column_trees = plan.trees->column, group_trees = plan.trees->group;
  const WorkTime work(speeds, plan.network);
  std::vector<Part> parts(speeds.processors.size());
  std::vector<std::int64_t> tallest(plan.columns.size(), 0), used;
  for (const auto& r : plan.rectangles) {
    tallest[static_cast<std::size_t>(r.column)] = std::max(tallest[static_cast<std::size_t>(r.column)], r.hidden.count);
    used.push_back(r.processor);
  }
  const auto active = sum_members(plan, used);
  std::vector<std::vector<int>> members_of_column;
  for (const auto& column : plan.columns) members_of_column.push_back(sum_members(plan, column.processors));
  for (const auto& r : plan.rectangles) {
    const auto processor = static_cast<std::size_t>(r.processor);
    const auto column = static_cast<std::size_t>(r.column);
    const auto& members = members_of_column[column];
    Part& part = parts[processor];
    part.compute_s = work.of(processor, static_cast<double>(r.hidden.count), static_cast<double>(r.samples.count),
                             members.size() > 1) *
                     speeds.processors[processor].cpu_share.value_or(1);
    part.hidden = r.hidden.count;
    part.samples = r.samples.count;
    part.chunk = std::min(part.samples, chunk_samples(tallest[column], l, members.size(), planned_element_bytes));
    int tag = control_tag;
    for (std::int64_t first = 0; first < part.samples; first += part.chunk)
      part.column.emplace_back(members, r.processor, collective, column_trees,
                               l * std::min(part.chunk, part.samples - first), addition_s, ++tag);
    part.control.emplace(active, r.processor, collective::Collective::tree, std::nullopt, control_words(active.size()),
                         addition_s, control_tag);
  }
  const auto groups = document::groups_of(plan);
  const auto slices = group_slices(groups, plan.network, collective, planned_element_bytes);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].processors.size() < 2) continue;
    const auto members = sum_members(plan, groups[g].processors);
    for (const auto member : groups[g].processors) {
      const auto sums = [&](const std::vector<Slice>& its) {
        std::vector<Sum> all;
        for (const Slice& slice : its)
          all.emplace_back(members, member, collective, group_trees, slice.count, addition_s,
                           control_tag - 1 - slice.number);
        return all;
      };
      Part& part = parts[static_cast<std::size_t>(member)];
      part.weights_s += static_cast<double>((n + l) * groups[g].hidden.count) * weight_s;
      part.groups.push_back({groups[g].hidden.count, sums(slices[g].outputs), sums(slices[g].inputs)});
    }
  }
  return parts;
}

std::vector<std::vector<Step>> steps_of(const std::vector<Part>& parts, int iterations) {
  std::vector<std::vector<Step>> steps(parts.size());
  for (std::size_t processor = 0; processor < parts.size(); ++processor) {
    const Part& part = parts[processor];
    if (!part.control) continue;
    for (int i = 0; i < iterations; ++i) {
      add_iteration(part, steps[processor]);
      if (i > 0) part.control->finish(steps[processor]);
      part.control->start(steps[processor]);
    }
    part.control->finish(steps[processor]);
  }
  return steps;
}

/// What a message after work takes longer depends on the weights that are fetched again.
simulate::Platform platform_for(const document::Partition& plan, const document::Speeds& speeds) {
  simulate::Platform platform = simulate::platform_of(speeds, simulate::Messages::between_work);
  const WorkTime work(speeds, plan.network);
  for (const auto& r : plan.rectangles)
    platform.endpoints[static_cast<std::size_t>(r.processor)].after_work_s *=
        work.fetched_again(static_cast<double>(r.hidden.count));
  return platform;
}

}  // namespace

std::vector<std::vector<Step>> steps_of(const document::Partition& plan, const document::Speeds& speeds,
                                        int iterations) {
  return steps_of(parts_of(plan, speeds), iterations);
}

std::vector<double> busy_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds) {
  return simulate::busy_seconds(steps_of(plan, speeds, 1), platform_for(plan, speeds));
}

double replayed_seconds_per_iteration(const document::Partition& plan, const document::Speeds& speeds) {
  const auto parts = parts_of(plan, speeds);
  return simulate::replayed_seconds_per_iteration([&](int iterations) { return steps_of(parts, iterations); },
                                                  platform_for(plan, speeds));
}

}  // namespace uneven::partition
