// SPDX-License-Identifier: MIT
#include "partition/plan.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/number.hpp"
#include "document/writer.hpp"
#include "partition/predict/iteration.hpp"
#include "partition/predict/sums.hpp"
#include "partition/predict/time_model.hpp"
#include "partition/predict/work_time.hpp"
#include "partition/schedule.hpp"
#include "partition/search/balance.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/cost.hpp"
#include "partition/search/rounded.hpp"
#include "simulate/replay.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t most_processors_with_seconds = 4096;  // up to it, candidates by elements list their seconds
constexpr double threshold_of_the_paper = 0.06;             // for small groups
constexpr double worth_balancing = 0.95;  // part of the predicted time; smaller predicted savings did not show in runs

Problem problem_of(const Options& options, Collective collective) {
  return {options.network, options.samples, collective};
}

std::vector<Collective> collectives(const Options& options) {
  if (options.collective) return {*options.collective};
  if (options.objective == Objective::seconds) return {Collective::linear, Collective::tree, Collective::ring};
  return {Collective::linear};
}

/// Numbers of processors to try, descending; each number means the fastest ones.
std::vector<std::int64_t> processor_counts(const Options& options, std::int64_t all) {
  std::set<std::int64_t, std::greater<>> counts{options.processors.value_or(all)};
  if (options.objective == Objective::seconds && !options.processors)
    for (std::int64_t step = 1; step < all; step = all <= replay_limit_processors ? step + 1 : step * 2)
      counts.insert({step, all - step});
  return {counts.begin(), counts.end()};
}

/// Whether this candidate may become the plan; the others are only listed for comparison.
bool eligible(const document::Candidate& row, const Options& options) {
  if (options.columns && row.columns != *options.columns) return false;
  switch (options.method) {
    case Method::grid:
      return row.method == document::PartitionMethod::grid;
    case Method::equal:
      return row.method == document::PartitionMethod::equal;
    case Method::best:
      return true;
    default:
      if (row.method != document::PartitionMethod::columns) return false;
      return options.objective == Objective::seconds || row.order == options.order;
  }
}

struct Weighed {
  Draft draft;
  Problem problem;
  const ActiveSet* active_set;
};

/// One draft for each way of joining cuts that is to be compared.
std::vector<Draft> with_joining(const Draft& draft, const Options& options) {
  const bool by_seconds = options.objective == Objective::seconds;
  if (draft.row.method != document::PartitionMethod::columns || options.small_group == 0.0) return {draft};
  Draft close = draft, within = draft;
  close.joins_close = true;
  within.row.small_group = options.small_group.value_or(threshold_of_the_paper);
  if (options.small_group) return by_seconds ? std::vector{draft, within} : std::vector{within};
  return by_seconds ? std::vector{draft, within, close} : std::vector{close};
}

/// Requires that every processor could finish the whole work in a finite time. @param speed  shape [N]
void require_finite_times(const std::vector<double>& speed, const std::vector<std::int64_t>& processors,
                          const Options& options) {
  const double cells = static_cast<double>(options.network.hidden) * static_cast<double>(options.samples);
  for (const std::int64_t processor : processors)
    if (!std::isfinite(cells / speed[static_cast<std::size_t>(processor)]))
      throw InputError("/processors/" + std::to_string(processor) + "/speed: so low that the work would never end");
}

/// All drafts to compare, by collective and number of processors. @param all  number of processors, N.
std::vector<Weighed> candidates(ActiveSets& active_sets, std::int64_t all, const Options& options) {
  const bool best = options.method == Method::best;
  const bool by_seconds = options.objective == Objective::seconds;
  const std::vector<std::int64_t> counts = processor_counts(options, all);
  std::vector<Weighed> weighed;
  for (const Collective collective : collectives(options)) {
    const Problem problem = problem_of(options, collective);
    for (const std::int64_t count : counts) {
      const ActiveSet& active_set = active_sets.of(count);
      require_finite_times(active_set.cluster.speeds, active_set.cluster.fastest(count), options);
      Wanted wanted;
      // With fewer processors the cheap searches are enough.
      wanted.free_order = (best || options.order == Order::free) && count == counts.front();
      wanted.grid = best || options.method == Method::grid;
      wanted.equal = (best || options.method == Method::equal) && count == counts.front();
      wanted.many_columns = by_seconds;
      wanted.columns = options.columns;
      wanted.processors = count;
      for (const Draft& draft : drafts(active_set.cluster, problem, wanted))
        for (Draft& joined : with_joining(draft, options)) weighed.push_back({std::move(joined), problem, &active_set});
    }
  }
  return weighed;
}

/// The eligible candidate with the least elements or seconds; ties go to the earliest.
Weighed& chosen(std::vector<Weighed>& weighed, const Options& options) {
  Weighed* best = nullptr;
  const auto value = [&](const Weighed& w) {
    return options.objective == Objective::seconds ? *w.draft.row.seconds : w.draft.row.elements;
  };
  for (Weighed& w : weighed) {
    if (!eligible(w.draft.row, options)) continue;
    if (!best || value(w) < value(*best)) best = &w;
  }
  if (best) return *best;
  throw UsageError("--columns " + std::to_string(options.columns.value_or(0)) +
                   ": no partition of this method has so many columns; columns takes 1 to the number of processors, "
                   "grid and equal a divisor of it");
}

/// Seconds per iteration of a draft: by replay for few processors and messages, by the formula for many.
double predict(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds) {
  if (!within_replay_limit(std::ssize(speeds.processors), problem.network, problem.samples))
    return seconds_per_iteration(rounded.layout, rounded.whole, problem, speeds);
  return replayed_seconds_per_iteration(partition_of(rounded, problem, speeds), speeds);
}

/// A draft in whole numbers, how it is balanced, and its predicted seconds.
struct Outcome {
  Rounded rounded;
  Balance balance = Balance::work;
  std::optional<double> seconds{};
};

/// The draft rounded with shares by speed alone.
Outcome by_work(const Weighed& weighed, std::int64_t width, bool in_seconds) {
  const auto& [draft, problem, active_set] = weighed;
  Outcome outcome{round_partition(draft, active_set->cluster, problem, width)};
  if (in_seconds) outcome.seconds = predict(outcome.rounded, problem, active_set->speeds);
  return outcome;
}

/// The same, but without joining close cuts if that is predicted to take no longer.
Outcome by_elements(const Weighed& weighed, std::int64_t width, bool in_seconds) {
  Outcome outcome = by_work(weighed, width, in_seconds);
  if (!in_seconds || !weighed.draft.joins_close || outcome.rounded.small_group == 0) return outcome;
  Weighed apart = weighed;
  apart.draft.joins_close = false;
  Outcome other = by_work(apart, width, in_seconds);
  return *outcome.seconds < *other.seconds ? outcome : other;
}

/// The draft in the way predicted to be fastest: shares by speed alone, the same in whole vectors of hidden units, or,
/// with balance time, shares by time if that is clearly faster.
Outcome fastest(const Weighed& weighed, Balance balance) {
  const auto& [draft, problem, active_set] = weighed;
  const Outcome plain = by_work(weighed, 1, true);
  if (draft.row.method != document::PartitionMethod::columns) return plain;
  Outcome best = plain;
  if (const auto width = vector_width(active_set->speeds, problem.network); width > 1) {
    Rounded in_vectors = round_partition(draft, active_set->cluster, problem, width);
    if (in_vectors.whole.cuts != plain.rounded.whole.cuts) {
      const double seconds = predict(in_vectors, problem, active_set->speeds);
      if (seconds < *plain.seconds) best = {std::move(in_vectors), Balance::work, seconds};
    }
  }
  if (balance == Balance::work) return best;
  auto shared = balanced(draft, plain.rounded, problem, active_set->speeds);
  if (!shared) return best;
  const double seconds = predict(*shared, problem, active_set->speeds);
  if (seconds <= worth_balancing * *plain.seconds && seconds < best.seconds)
    return {std::move(*shared), balance, seconds};
  return best;
}

void tell(const Outcome& outcome, document::Candidate& row) {
  row.small_group = outcome.rounded.small_group;
  row.seconds = finite(*outcome.seconds, "predicted seconds of a partition");
}

Balance balance_of(const Options& options, std::int64_t processors) {
  if (options.method == Method::grid || options.method == Method::equal) return Balance::work;
  const bool few = within_replay_limit(processors, options.network, options.samples);
  if (!options.balance) return options.objective == Objective::seconds && few ? Balance::time : Balance::work;
  if (*options.balance == Balance::time && !few)
    throw UsageError("--balance time: of " + std::to_string(processors) + " processors and about " +
                     std::to_string(std::llround(messages(processors, options.network, options.samples))) +
                     " messages in an iteration; expected " + std::to_string(replay_limit_processors) + " and " +
                     std::to_string(std::llround(replay_limit_messages)) + " or fewer");
  return *options.balance;
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

/// Adds a network without costs for a single processor, which sends no messages and has no measured network.
document::Speeds with_network(document::Speeds speeds) {
  if (speeds.processors.size() == 1 && !speeds.network) speeds.network.emplace();
  return speeds;
}

}  // namespace

document::Partition plan(const document::Speeds& measured, const Options& asked) {
  const document::Speeds speeds = with_network(measured);
  Options options = asked;
  if (options.method == Method::best) options.objective = Objective::seconds;
  const Balance balance = balance_of(options, std::ssize(speeds.processors));
  const bool by_seconds = options.objective == Objective::seconds || balance == Balance::time;
  const auto obstacle = why_no_seconds(speeds, options.network, options.input);
  if (by_seconds && obstacle) throw InputError(*obstacle);

  const auto all = std::ssize(speeds.processors);
  if (options.processors && *options.processors > all)
    throw UsageError("--processors " + std::to_string(*options.processors) + ": the speeds are those of " +
                     std::to_string(all));
  ActiveSets active_sets(speeds);
  require_countable(options);
  if (!obstacle) require_finite_times(document::speeds_of(speeds), active_sets.of(all).cluster.ranked, options);
  const auto outcome = [&](const Weighed& weighed) {
    return by_seconds ? fastest(weighed, balance) : by_elements(weighed, options.vector_width, !obstacle);
  };

  std::vector<Weighed> weighed = candidates(active_sets, all, options);
  if (!options.compare) std::erase_if(weighed, [&](const Weighed& w) { return !eligible(w.draft.row, options); });
  const bool all_seconds = speeds.processors.size() <= most_processors_with_seconds;
  if (!obstacle && (all_seconds || options.objective == Objective::seconds)) {
    for (Weighed& w : weighed) tell(outcome(w), w.draft.row);
    if (options.objective == Objective::seconds)  // such a draft joined nothing: it equals the draft without joining
      std::erase_if(weighed, [](const Weighed& w) { return w.draft.joins_close && w.draft.row.small_group == 0; });
  }
  Weighed& choice = chosen(weighed, options);
  const Outcome taken = outcome(choice);
  if (taken.seconds) finite(*taken.seconds, "predicted seconds");
  choice.draft.row.small_group = taken.rounded.small_group;
  const document::Candidate& row = choice.draft.row;

  const auto& [as_they_are, cluster] = *choice.active_set;
  document::Partition partition = partition_of(taken.rounded, choice.problem, as_they_are);
  if (!other_kernel(speeds, options.network, options.input))
    for (std::size_t i = 0; i < partition.cluster.size(); ++i)
      tell_work_times(as_they_are.processors[i], partition.cluster[i]);
  if (by_seconds && measured.network && within_replay_limit(all, options.network, options.samples))
    partition.speeds = document::json_of(as_they_are);
  if (!measured.network) partition.trees.reset();
  partition.method = row.method;
  partition.order = row.order;
  partition.objective = options.objective;
  partition.small_group = row.small_group;
  partition.balance = taken.balance;
  std::vector<std::int64_t> whole;
  for (const std::int64_t processor : cluster.fastest(row.processors)) whole.push_back(cluster.whole[processor]);
  partition.predicted = {row.elements, LowerBound(whole, choice.problem).elements(),
                         finite(imbalance(partition), "imbalance"), taken.seconds,
                         sent_bytes(partition, planned_element_bytes)};
  for (Weighed& w : weighed) partition.candidates.push_back(std::move(w.draft.row));
  return partition;
}

}  // namespace uneven::partition
