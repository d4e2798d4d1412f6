// SPDX-License-Identifier: MIT
#include "partition/plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"
#include "document/common.hpp"
#include "document/writer.hpp"
#include "partition/asked.hpp"
#include "partition/cost.hpp"
#include "partition/memory.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/screening.hpp"
#include "partition/search/candidates.hpp"
#include "partition/sums.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

namespace {

/// Whether several processors share a host, and messages inside it have costs of their own.
bool shares_hosts(const document::Speeds& speeds) {
  if (!speeds.network || !document::has_two_levels(*speeds.network)) return false;
  return std::ranges::max(document::host_numbers(speeds)) + 1 < std::ssize(speeds.processors);
}

/// Requires that every processor could finish the whole work in a finite time. @param speed  shape [N]
void require_finite_times(const std::vector<double>& speed, const std::vector<std::int64_t>& processors,
                          const Options& options) {
  const double cells = static_cast<double>(options.network.hidden) * static_cast<double>(options.samples);
  for (const std::int64_t processor : processors)
    if (!std::isfinite(cells / speed[static_cast<std::size_t>(processor)]))
      throw InputError("/processors/" + std::to_string(processor) + "/speed: so low that the work would never end");
}

/// The TimeModel of each ActiveSet.
class TimeModels {
 public:
  explicit TimeModels(const document::Perceptron& network) : network_(network) {}
  const TimeModel& of(const ActiveSet& active_set) {
    return models_.try_emplace(&active_set.speeds, active_set.speeds, network_).first->second;
  }

 private:
  document::Perceptron network_;
  std::map<const document::Speeds*, TimeModel> models_;
};

/// All drafts to compare, by collective and number of processors. @param all  number of processors, N.
/// @param input  see Weighed.
/// @param models  null: seconds cannot be predicted.
std::vector<Weighed> candidates(ActiveSets& active_sets, TimeModels* models, std::int64_t all, const Options& options,
                                const std::optional<std::string>& input) {
  const bool best = options.method == Method::best;
  const bool by_seconds = options.objective == Objective::seconds;
  const std::vector<std::int64_t> counts = processor_counts(options, all);
  const bool by_host = shares_hosts(active_sets.of(all).speeds);
  std::vector<Weighed> weighed;
  for (const Collective collective : collectives(options)) {
    const Problem problem{options.network, options.samples, collective, by_host && collective != Collective::linear};
    for (const std::int64_t count : counts) {
      const ActiveSet& active_set = active_sets.of(count);
      require_finite_times(active_set.cluster.speeds, active_set.cluster.fastest(count), options);
      Wanted wanted;
      // With fewer processors the cheap searches are enough.
      wanted.free_order = (best || options.order == Order::free) && count == counts.front();
      wanted.grid = best || options.method == Method::grid;
      wanted.equal = (best || options.method == Method::equal) && count == counts.front();
      wanted.every_column = !by_seconds || all <= few_processors || count == counts.front();
      wanted.many_columns = by_seconds;
      wanted.columns = options.columns;
      wanted.processors = count;
      for (const Draft& draft : drafts(active_set.cluster, problem, wanted))
        for (Draft& joined : with_joining(draft, options))
          weighed.push_back(
              {std::move(joined), problem, &active_set, models ? &models->of(active_set) : nullptr, input});
    }
  }
  return weighed;
}

/// @throws UsageError  if no candidate may become the plan.
void require_eligible(const std::vector<Weighed>& weighed, const Options& options) {
  if (std::ranges::none_of(weighed, [&](const Weighed& w) { return eligible(w.draft.row, options); }))
    refuse_columns(options);
}

/// Form of the samples' inputs, if the memory of a processor is known, so that rectangles may have to fit.
std::optional<std::string> input_where_memory_counts(const document::Speeds& speeds, const Options& options) {
  if (std::ranges::none_of(speeds.processors, [](const auto& p) { return p.memory_bytes.has_value(); })) return {};
  if (!options.input.empty()) return options.input;
  const bool dense = options.dense || document::raw_at(speeds.kernel_options, "input") == "dense";
  return dense ? "dense" : "one-hot";
}

Balance balance_of(const Options& options) {
  if (options.method == Method::grid || options.method == Method::equal) return Balance::work;
  return options.balance.value_or(options.objective == Objective::seconds ? Balance::time : Balance::work);
}

/// Elements of vectors, and their bytes, are counted in 64 bits.
void require_countable(const Options& options) {
  constexpr double most = 1e15;
  const auto [n, m, l] = options.network;
  const double weights = (static_cast<double>(n) + static_cast<double>(l)) * static_cast<double>(m);
  const double outputs = static_cast<double>(l) * static_cast<double>(options.samples);
  if (std::max(weights, outputs) > most)
    throw InputError("more than 10^15 weights, or outputs of all samples, which is too many to add up");
}

/// Copies the measured work times with which a run detects a processor slower than planned.
void tell_work_times(const document::MeasuredProcessor& measured, document::Processor& planned) {
  planned.sample_s = measured.sample_s;
  planned.pipelined_slowdown = measured.pipelined_slowdown;
  planned.tall_slowdown = measured.tall_slowdown;
}

}  // namespace

std::optional<document::Partition> plan_within_memory(const document::Speeds& measured, const Options& asked,
                                                      bool quick) {
  const document::Speeds speeds = with_network(measured);
  Options options = asked;
  options.objective = objective_of(options);
  const Balance balance = balance_of(options);
  const bool by_seconds = options.objective == Objective::seconds || balance == Balance::time;
  const auto obstacle = why_no_seconds(speeds, options.network, options.input);
  if (by_seconds && obstacle) throw InputError(*obstacle);

  const auto all = std::ssize(speeds.processors);
  require_processors(options, all);
  ActiveSets active_sets(speeds);
  require_countable(options);
  if (!obstacle) require_finite_times(document::speeds_of(speeds), active_sets.of(all).cluster.ranked, options);
  const bool in_seconds = !obstacle && !quick;
  std::optional<TimeModels> models;
  if (in_seconds) models.emplace(options.network);
  const auto input = input_where_memory_counts(speeds, options);
  std::vector<Weighed> weighed = candidates(active_sets, models ? &*models : nullptr, all, options, input);
  require_eligible(weighed, options);
  if (!options.compare) std::erase_if(weighed, [&](const Weighed& w) { return !eligible(w.draft.row, options); });
  const Choice wanted{[&](const Weighed& w) { return eligible(w.draft.row, options); }, *options.objective, balance,
                      options.vector_width, in_seconds};
  std::optional<Chosen> found = choose(weighed, wanted);
  if (!found && input) {
    for (Weighed& w : weighed) w.shrinks = true;
    found = choose(weighed, wanted);
  }
  if (!found) return {};
  const Outcome& taken = found->outcome;
  Weighed& choice = *found->weighed;
  const document::Candidate& row = choice.draft.row;

  const auto& [as_they_are, cluster] = *choice.active_set;
  choice.problem.sums_by_host = taken.sums_by_host;
  document::Partition partition = partition_of(taken.rounded, choice.problem, as_they_are);
  if (!other_kernel(speeds, options.network, options.input))
    for (std::size_t i = 0; i < partition.cluster.size(); ++i)
      tell_work_times(as_they_are.processors[i], partition.cluster[i]);
  if (by_seconds && measured.network) partition.speeds = document::json_of(as_they_are);
  if (!measured.network) partition.trees.reset();
  partition.method = row.method;
  partition.order = row.order;
  partition.objective = *options.objective;
  partition.small_group = row.small_group;
  partition.balance = taken.balance;
  partition.input = input;
  std::vector<std::int64_t> whole;
  for (const std::int64_t processor : cluster.fastest(row.processors)) whole.push_back(cluster.whole[processor]);
  partition.predicted = {row.elements, LowerBound(whole, choice.problem).elements(),
                         finite(imbalance(partition), "imbalance"), taken.seconds,
                         sent_bytes(partition, planned_element_bytes)};
  for (Weighed& w : weighed) partition.candidates.push_back(std::move(w.draft.row));
  return partition;
}

document::Partition plan(const document::Speeds& speeds, const Options& options) {
  if (auto plan = plan_within_memory(speeds, options)) return std::move(*plan);
  Options fewer = options;
  fewer.objective = Objective::elements;
  if (fewer.method == Method::best) fewer.method = Method::columns;
  fewer.balance = Balance::work;
  fewer.compare = false;
  throw InputError(what_fits(options.network, options.samples, [&](std::int64_t samples, std::int64_t hidden) {
    fewer.samples = samples;
    fewer.network.hidden = hidden;
    return plan_within_memory(speeds, fewer, true).has_value();
  }));
}

}  // namespace uneven::partition
