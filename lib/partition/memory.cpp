// SPDX-License-Identifier: MIT
#include "partition/memory.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "document/common.hpp"
#include "document/partition.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/schedule.hpp"
#include "partition/sums.hpp"
#include "perceptron/samples.hpp"
#include "shares/block_search.hpp"

namespace uneven::partition {

double received_vectors(Collective collective, std::size_t me, std::size_t members, std::size_t children) {
  const auto k = static_cast<double>(members);
  if (members < 2) return 0;
  if (collective == Collective::linear) return me == 0 ? k - 1 : 0;
  if (collective == Collective::ring) return (k - 1) / k;
  return static_cast<double>(children);
}

namespace {

/// Numbers of other members that each processor adds at a time. Shape [N].
std::vector<double> received_numbers(const document::Partition& plan, const std::vector<std::int64_t>& chunks) {
  const auto [inputs, hidden, outputs] = plan.network;
  PlanSums sums(plan);
  const reduction::SumTree no_tree;
  const bool by_tree = plan.collective == Collective::tree;
  std::vector<double> received(plan.cluster.size(), 0.0);
  const auto add = [&](const SumMembers& members, const reduction::SumTree& tree, double numbers) {
    const std::size_t k = members.ranks.size();
    for (std::size_t me = 0; me < k; ++me)
      received[static_cast<std::size_t>(members.ranks[me])] +=
          received_vectors(plan.collective, me, k, by_tree ? tree.children[me].size() : 0) * numbers;
  };
  for (std::size_t c = 0; c < plan.columns.size(); ++c) {
    const SumMembers members = sums.members(plan.columns[c].processors);
    add(members, by_tree ? sums.column_tree(members) : no_tree,
        static_cast<double>(chunks_in_flight * chunks[c]) * static_cast<double>(outputs));
  }
  if (plan.columns.size() == 1) return received;
  for (const document::Group& group : groups_of(plan)) {
    const SumMembers members = sums.members(group.processors);
    add(members, by_tree ? sums.group_tree(members) : no_tree,
        static_cast<double>(inputs + outputs) * static_cast<double>(group.hidden.count));
  }
  return received;
}

/// Bytes of the lists of ones of some samples.
double bytes_of_lists(double samples, double inputs, double chunk) {
  const double ones = std::min(static_cast<double>(ones_of_sample), inputs);
  return samples * (8 + 8 * ones) + std::ceil(samples / chunk) * (8 + 12 * std::min(inputs, ones * chunk));
}

}  // namespace

std::vector<double> training_bytes(const document::Partition& plan, const Storage& storage) {
  const auto inputs = static_cast<double>(plan.network.inputs), outputs = static_cast<double>(plan.network.outputs);
  const auto chunks = chunk_of_columns(plan, storage.element_bytes);
  const auto received = received_numbers(plan, chunks);
  std::vector<double> bytes;
  for (const document::Rectangle& r : plan.rectangles) {
    const auto column = static_cast<std::size_t>(r.column);
    const auto hidden = static_cast<double>(r.hidden.count), samples = static_cast<double>(r.samples.count);
    const auto row = static_cast<double>(perceptron::stride_of(perceptron::whole_vectors(r.hidden.count)));
    const auto chunk = static_cast<double>(chunks[column]);
    const double in_flight = plan.columns[column].processors.size() > 1 ? chunks_in_flight : 1;
    double numbers = 3 * (inputs + outputs) * row + in_flight * chunk * (row + outputs) + samples * outputs;
    numbers += hidden * static_cast<double>(perceptron::whole_vectors(plan.network.outputs));
    numbers += received[static_cast<std::size_t>(r.processor)];
    if (plan.columns.size() > 1) numbers += (inputs + outputs) * hidden;
    if (storage.dense) numbers += samples * inputs;
    if (bytes.empty()) numbers += (inputs + outputs) * static_cast<double>(plan.network.hidden);
    bytes.push_back(numbers * static_cast<double>(storage.element_bytes) +
                    (storage.dense ? 0 : bytes_of_lists(samples, inputs, chunk)));
  }
  return bytes;
}

Storage storage_of(const document::Partition& plan) {
  if (plan.input) return {planned_element_bytes, *plan.input == "dense"};
  return {planned_element_bytes, document::raw_at(plan.kernel_options, "input") == "dense"};
}

bool fits_memory(const document::Partition& plan) {
  const auto needed = training_bytes(plan, storage_of(plan));
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const auto memory = plan.cluster[static_cast<std::size_t>(plan.rectangles[i].processor)].memory_bytes;
    if (memory && needed[i] > static_cast<double>(*memory)) return false;
  }
  return true;
}

namespace {

document::Partition plan_of(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds,
                            const std::string& input) {
  document::Partition plan = partition_of(rounded, problem, speeds);
  plan.input = input;
  return plan;
}

/// The greatest number in [0, too_many) that fits, 0 without asking. Precondition: fewer fit where more do.
std::int64_t most(std::int64_t too_many, const std::function<bool(std::int64_t)>& fits) {
  std::int64_t fitting = 0;
  while (too_many - fitting > 1) {
    const std::int64_t middle = fitting + (too_many - fitting) / 2;
    (fits(middle) ? fitting : too_many) = middle;
  }
  return fitting;
}

std::string counted(std::int64_t count, const std::string& noun) {
  return (count == 0 ? "no" : std::to_string(count)) + " " + noun + (count > 1 ? "s" : "");
}

}  // namespace

bool fits_memory(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds,
                 const std::string& input) {
  return fits_memory(plan_of(rounded, problem, speeds, input));
}

std::optional<Rounded> smaller_where_memory_is_short(Draft draft, const Rounded& rounded, const Problem& problem,
                                                     const document::Speeds& speeds, const std::string& input) {
  constexpr double most_cells = 0x1p53, least_speed = 1e-3;
  const double cells = static_cast<double>(problem.samples) * static_cast<double>(problem.network.hidden);
  if (cells > most_cells) return {};
  const auto all = static_cast<std::int64_t>(cells);
  const auto true_speeds = document::speeds_of(speeds);
  std::vector<shares::TimeModel> models;
  for (const double speed : true_speeds) models.emplace_back(0, speed);
  std::vector<std::int64_t> most_of(true_speeds.size(), 0);  // others have no column
  for (const auto& column : rounded.layout.columns)
    for (const std::int64_t processor : column) most_of[static_cast<std::size_t>(processor)] = all;
  shares::CappedCells caps(all, std::move(models), {1, 0, std::move(most_of)});
  draft.free_columns = rounded.layout.columns;
  std::optional<Rounded> best;
  double shortest = std::numeric_limits<double>::infinity();
  Rounded trial = rounded;
  for (int round = 0; round < shares::CappedCells::rounds; ++round) {
    const document::Partition plan = plan_of(trial, problem, speeds, input);
    const auto needed = training_bytes(plan, storage_of(plan));
    bool fits = true;
    for (std::size_t i = 0; i < needed.size(); ++i) {
      const document::Rectangle& r = plan.rectangles[i];
      const auto processor = static_cast<std::size_t>(r.processor);
      const auto memory = plan.cluster[processor].memory_bytes;
      const double part = memory ? needed[i] / static_cast<double>(*memory) : 0;
      caps.take(processor, static_cast<std::int64_t>(r.cells()), part);
      fits = fits && part <= 1;
    }
    if (const double time = makespan(trial.layout, trial.whole, true_speeds); fits && time < shortest) {
      shortest = time;
      best = trial;
    }
    caps.next_round();
    auto sizes = caps.sizes();
    for (double& size : sizes) size = std::max(size, least_speed);
    trial = round_partition(draft, Cluster(std::move(sizes)), problem);
  }
  return best;
}

std::string what_fits(const std::string& network, std::int64_t samples,
                      const std::function<bool(std::int64_t samples)>& fits) {
  return counted(samples, "sample") + " of " + network + (samples == 1 ? " does" : " do") + " not fit: memory holds " +
         counted(most(samples, fits), "sample") + " of it";
}

std::string what_fits(const document::Perceptron& network, std::int64_t samples,
                      const std::function<bool(std::int64_t samples, std::int64_t hidden)>& fits) {
  const std::int64_t few_units = most(network.hidden, [&](std::int64_t count) { return fits(samples, count); });
  return what_fits(document::text_of(network), samples,
                   [&](std::int64_t count) { return fits(count, network.hidden); }) +
         (few_units > 0 ? ", or " + counted(few_units, "hidden unit") + " with all samples" : "");
}

}  // namespace uneven::partition
