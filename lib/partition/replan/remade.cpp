// SPDX-License-Identifier: MIT
#include "partition/replan/remade.hpp"

#include <algorithm>
#include <utility>

#include "partition/chain/chain.hpp"
#include "partition/chain/seconds.hpp"
#include "partition/memory.hpp"
#include "partition/plan.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"

namespace uneven::partition {

namespace {

/// The most processors for which a chain is searched by seconds during a run, in about a second.
constexpr std::int64_t most_by_seconds = 64;

/// Whether the plan shares whole vectors of hidden units.
bool in_vectors(const document::Partition& plan, std::int64_t width) {
  return std::ranges::all_of(plan.rectangles,
                             [&](const document::Rectangle& r) { return r.hidden.first % width == 0; });
}

/// Whether no cuts were joined.
bool joins_none(const document::Partition& plan) {
  if (plan.layers.empty()) return plan.small_group == 0;
  return std::ranges::all_of(plan.layers, [](const document::Layer& layer) { return layer.small_group == 0; });
}

Options options_of(const document::Partition& plan, const document::Speeds& speeds, bool by_seconds) {
  Options options;
  options.network = plan.network;
  options.samples = plan.samples;
  options.processors = std::ssize(plan.cluster);
  options.order = plan.order;
  options.compare = false;
  options.dense = storage_of(plan).dense;
  if (by_seconds) {
    options.objective = Objective::seconds;
    return options;
  }
  if (joins_none(plan)) options.small_group = 0;
  options.collective = plan.collective;
  if (!plan.layers.empty()) return options;
  if (const std::int64_t width = vector_width(speeds, plan.network); in_vectors(plan, width))
    options.vector_width = width;
  return options;
}

/// What a new plan takes from the one before it.
void keep_origin(document::Partition& made, const document::Partition& plan, bool by_seconds) {
  made.candidates.clear();
  if (!by_seconds) made.trees = plan.trees, made.sums_by_host = plan.sums_by_host;
  made.kernel = plan.kernel;
  made.kernel_options = plan.kernel_options;
  made.data = plan.data;
  made.made_by = plan.made_by;
}

/// Whether some layer of a chain rests a processor, as plans by seconds may.
bool rests_some(const document::Partition& plan) {
  return std::ranges::any_of(plan.layers, [](const document::Layer& layer) { return !layer.left_out.empty(); });
}

std::optional<document::Partition> in_new_columns(const document::Partition& plan, const document::Speeds& speeds,
                                                  Options options) {
  if (!plan.layers.empty()) {
    if (options.objective == Objective::seconds && rests_some(plan)) options.processors.reset();
    return plan_chain_within_memory(speeds, document::units_of(plan), options, &plan);
  }
  options.columns = std::ssize(plan.columns);
  auto found = plan_within_memory(speeds, options);
  if (!found || found->left_out.empty() || options.vector_width == 1) return found;
  // A processor left out never returns. In single hidden units it may get less than a vector.
  options.vector_width = 1;
  return plan_within_memory(speeds, options);
}

}  // namespace

std::vector<double> planned_seconds(const document::Partition& plan, const document::Speeds& speeds) {
  if (!plan.layers.empty()) return load_of(plan, speeds).each_s;
  const WorkTime work(speeds, plan.network);
  std::vector<double> seconds(plan.cluster.size(), 0);
  for (const document::Rectangle& r : plan.rectangles)
    seconds[static_cast<std::size_t>(r.processor)] = work.of(
        static_cast<std::size_t>(r.processor), static_cast<double>(r.hidden.count),
        static_cast<double>(r.samples.count), plan.columns[static_cast<std::size_t>(r.column)].processors.size() > 1);
  return seconds;
}

bool anew_by_seconds(const document::Partition& plan, const document::Speeds& speeds) {
  const std::int64_t processors = std::ssize(plan.cluster);
  if (!plan.layers.empty()) return processors <= most_by_seconds && !why_no_seconds(speeds, document::units_of(plan));
  return !why_no_seconds(speeds, plan.network) && within_replay_limit(processors, plan.network, plan.samples);
}

double iteration_seconds(const document::Partition& plan, const document::Speeds& speeds, bool by_seconds) {
  if (plan.layers.empty())
    return by_seconds ? replayed_seconds_per_iteration(plan, speeds) : std::ranges::max(planned_seconds(plan, speeds));
  return by_seconds ? chain_seconds(plan, speeds) : load_of(plan, speeds).longest_s;
}

double work_of(const document::Partition& plan, const document::Speeds& speeds) {
  if (plan.layers.empty()) return static_cast<double>(plan.samples) * static_cast<double>(plan.network.hidden);
  const std::vector<double> seconds = planned_seconds(plan, speeds);
  double work = 0;
  for (std::size_t i = 0; i < seconds.size(); ++i) work += seconds[i] * speeds.processors[i].speed;
  return work;
}

std::optional<document::Partition> remade(const document::Partition& plan, const document::Speeds& speeds,
                                          bool by_seconds) {
  auto made = in_new_columns(plan, speeds, options_of(plan, speeds, by_seconds));
  if (made) keep_origin(*made, plan, by_seconds);
  return made;
}

std::optional<document::Partition> remade_for_fewer(const document::Partition& plan, const document::Speeds& speeds) {
  const std::vector<std::int64_t> units = document::units_of(plan);
  const bool one_layer = plan.layers.empty();
  const auto obstacle = one_layer ? why_no_seconds(speeds, plan.network) : why_no_seconds(speeds, units);
  const bool by_seconds = plan.objective == Objective::seconds && !obstacle;
  Options options = options_of(plan, speeds, by_seconds);
  if (by_seconds) options.processors.reset();
  auto made = one_layer ? plan_within_memory(speeds, options) : plan_chain_within_memory(speeds, units, options);
  if (made) keep_origin(*made, plan, by_seconds);
  return made;
}

}  // namespace uneven::partition
