// SPDX-License-Identifier: MIT
#include "partition/within_memory.hpp"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "document/partition.hpp"
#include "partition/memory.hpp"
#include "shares/capped_cells.hpp"

namespace uneven::partition {

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

std::string what_fits(const document::Perceptron& network, std::int64_t samples,
                      const std::function<bool(std::int64_t samples, std::int64_t hidden)>& fits) {
  const std::int64_t few_samples = most(samples, [&](std::int64_t count) { return fits(count, network.hidden); });
  const std::int64_t few_units = most(network.hidden, [&](std::int64_t count) { return fits(samples, count); });
  return counted(samples, "sample") + " of " + document::text_of(network) + (samples == 1 ? " does" : " do") +
         " not fit: memory holds " + counted(few_samples, "sample") + " of it" +
         (few_units > 0 ? ", or " + counted(few_units, "hidden unit") + " with all samples" : "");
}

}  // namespace uneven::partition
