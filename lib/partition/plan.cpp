#include "partition/plan.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "partition/candidates.hpp"
#include "partition/grid.hpp"
#include "partition/iteration.hpp"
#include "partition/lower_bound.hpp"
#include "partition/time_model.hpp"
#include "partition/whole_numbers.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t most_processors_with_groups = 4096;
constexpr std::size_t most_processors_with_seconds = 4096;  // of every candidate by elements
constexpr std::int64_t few_processors = 16;

/// A draft in whole numbers.
struct Realised {
  Layout layout;
  WholeLayout whole;
};

Realised realise(const Draft& draft, const Cluster& cluster, const Problem& problem) {
  Realised realised{layout_of(draft, cluster, problem), {}};
  const bool in_grid = draft.row.method != "columns";
  // A grid is rounded towards its own heights and widths, not towards the speeds that it cannot follow.
  realised.whole =
      whole_numbers(realised.layout, in_grid ? areas(realised.layout, cluster.speeds.size()) : cluster.speeds,
                    problem.samples, problem.network.hidden, in_grid || draft.row.small_group > 0);
  leave_out_empty(realised.layout, realised.whole);
  return realised;
}

Problem problem_of(const Options& options, Collective collective) {
  return {options.network, options.samples, collective};
}

std::vector<Collective> collectives(const Options& options) {
  if (options.collective) return {*options.collective};
  if (options.objective == Objective::seconds) return {Collective::linear, Collective::tree, Collective::ring};
  return {Collective::linear};
}

/// How many of the fastest processors to try, all first.
std::vector<std::int64_t> processor_counts(const Options& options, std::int64_t all) {
  std::vector<std::int64_t> counts{all};
  if (options.objective == Objective::elements) return counts;
  for (std::int64_t fewer = 1; fewer < all; fewer = all <= few_processors ? fewer + 1 : fewer * 2) {
    counts.push_back(all - fewer);
  }
  return counts;
}

/// Whether the plan may be this candidate; others are listed for comparison.
bool eligible(const document::Candidate& row, const Options& options) {
  if (options.columns && row.columns != *options.columns) return false;
  switch (options.method) {
    case Method::grid:
      return row.method == "grid";
    case Method::equal:
      return row.method == "equal";
    case Method::best:
      return true;
    default:
      if (row.method != "columns") return false;
      return options.objective == Objective::seconds || (row.order == "free") == (options.order == Order::free);
  }
}

struct Weighed {
  Draft draft;
  Problem problem;
};

std::vector<Weighed> candidates(const Cluster& cluster, const Options& options) {
  const bool best = options.method == Method::best;
  const bool by_seconds = options.objective == Objective::seconds;
  const auto all = static_cast<std::int64_t>(cluster.speeds.size());
  std::vector<Weighed> weighed;
  for (const Collective collective : collectives(options)) {
    const Problem problem = problem_of(options, collective);
    for (const std::int64_t count : processor_counts(options, all)) {
      Wanted wanted;
      // With fewer processors the cheap searches are enough.
      wanted.free_order = (best || options.order == Order::free) && count == all;
      wanted.grid = best || options.method == Method::grid;
      wanted.equal = (best || options.method == Method::equal) && count == all;
      wanted.many_columns = by_seconds;
      wanted.columns = options.columns;
      wanted.processors = count;
      for (Draft& draft : drafts(cluster, problem, wanted)) {
        const bool joins = draft.row.method == "columns" && options.small_group > 0;
        if (joins && by_seconds) weighed.push_back({draft, problem});
        if (joins) draft.row.small_group = options.small_group;
        weighed.push_back({std::move(draft), problem});
      }
    }
  }
  return weighed;
}

/// The one with the least elements or seconds, the earliest of equals.
const Weighed& chosen(const std::vector<Weighed>& weighed, const Options& options) {
  const Weighed* best = nullptr;
  const auto value = [&](const Weighed& w) {
    return options.objective == Objective::seconds ? *w.draft.row.seconds : w.draft.row.elements;
  };
  for (const Weighed& w : weighed) {
    if (!eligible(w.draft.row, options)) continue;
    if (!best || value(w) < value(*best)) best = &w;
  }
  if (best) return *best;
  throw UsageError("--columns " + std::to_string(options.columns.value_or(0)) +
                   ": no partition of this method has so many columns; columns takes 1 to the number of processors, "
                   "grid and equal a divisor of it");
}

void describe(const Realised& realised, std::size_t processors, document::Partition& partition) {
  const auto& [layout, whole] = realised;
  constexpr std::int64_t nobody = -1;
  std::vector<document::Rectangle> by_processor(processors, {nobody, 0, 0, 0, 0, 0, {}, {}});
  double left = 0;
  for (std::size_t c = 0; c < layout.columns.size(); ++c) {
    partition.columns.push_back({layout.widths[c], layout.columns[c], whole.samples[c]});
    for (std::size_t i = 0; i < layout.columns[c].size(); ++i) {
      const std::int64_t processor = layout.columns[c][i];
      const double top = layout.cuts[c][i];
      const std::int64_t first = whole.cuts[c][i];
      by_processor[processor] = {processor,
                                 static_cast<std::int64_t>(c),
                                 left,
                                 layout.widths[c],
                                 top,
                                 layout.cuts[c][i + 1] - top,
                                 whole.samples[c],
                                 {first, whole.cuts[c][i + 1] - first}};
    }
    left += layout.widths[c];
  }
  for (std::size_t processor = 0; processor < processors; ++processor) {
    if (by_processor[processor].processor == nobody) partition.left_out.push_back(static_cast<std::int64_t>(processor));
  }
  std::erase_if(by_processor, [](const document::Rectangle& r) { return r.processor == nobody; });
  partition.rectangles = std::move(by_processor);
  if (processors <= most_processors_with_groups) partition.groups = groups_of(partition);
}

/// What makes the plan run: cluster, shares, sums and trees; without how it was found and what is predicted.
document::Partition partition_of(const Realised& realised, const Problem& problem, const document::Speeds& speeds) {
  document::Partition partition;
  partition.network = problem.network;
  partition.samples = problem.samples;
  partition.collective = cluster::name_of(problem.collective);
  if (problem.collective == Collective::tree && speeds.network)
    partition.trees = sum_trees(realised.whole, problem, speeds);
  partition.cluster = document::cluster_of(speeds);
  for (std::size_t i = 0; i < partition.cluster.size(); ++i)
    partition.cluster[i].sample_s = speeds.processors[i].sample_s;
  describe(realised, speeds.processors.size(), partition);
  return partition;
}

/// Seconds per iteration of a draft: by replay for few processors, by the formula for many.
double predict(const Realised& realised, const Problem& problem, const document::Speeds& speeds) {
  if (speeds.processors.size() > few_processors)
    return seconds_per_iteration(realised.layout, realised.whole, problem, speeds);
  return replayed_seconds_per_iteration(partition_of(realised, problem, speeds), speeds);
}

}  // namespace

document::Partition plan(const document::Speeds& speeds, const Options& asked) {
  Options options = asked;
  if (options.method == Method::best) options.objective = Objective::seconds;
  const auto obstacle = why_no_seconds(speeds, options.network);
  if (options.objective == Objective::seconds && obstacle) throw InputError(*obstacle);

  std::vector<double> speed;
  for (const auto& processor : speeds.processors) speed.push_back(processor.speed);
  const Cluster cluster(std::move(speed));
  const auto seconds = [&](const Realised& realised, const Problem& problem) -> std::optional<double> {
    if (obstacle) return std::nullopt;
    return predict(realised, problem, speeds);
  };

  std::vector<Weighed> weighed = candidates(cluster, options);
  const bool all_seconds = cluster.speeds.size() <= most_processors_with_seconds;
  if (!obstacle && (all_seconds || options.objective == Objective::seconds)) {
    for (auto& [draft, problem] : weighed) draft.row.seconds = seconds(realise(draft, cluster, problem), problem);
  }
  const Weighed& choice = chosen(weighed, options);
  const document::Candidate& row = choice.draft.row;
  const Realised realised = realise(choice.draft, cluster, choice.problem);

  document::Partition partition = partition_of(realised, choice.problem, speeds);
  partition.method = row.method;
  partition.order = row.order;
  partition.objective = options.objective == Objective::seconds ? "seconds" : "elements";
  partition.small_group = row.small_group;
  std::vector<std::int64_t> whole;
  for (auto rank = cluster.ranked.end() - row.processors; rank != cluster.ranked.end(); ++rank) {
    whole.push_back(cluster.whole[*rank]);
  }
  partition.predicted = {row.elements, LowerBound(whole, choice.problem).elements(),
                         std::max(0.0, imbalance(realised.layout, realised.whole, cluster.speeds)),
                         seconds(realised, choice.problem)};
  for (Weighed& w : weighed) partition.candidates.push_back(std::move(w.draft.row));
  return partition;
}

}  // namespace uneven::partition
