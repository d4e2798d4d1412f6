// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "partition/predict/time_model.hpp"
#include "partition/search/candidates.hpp"
#include "partition/search/methods.hpp"
#include "perceptron/samples.hpp"
#include "statistics/share.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t most_processors_with_groups = 4096;
constexpr double most_growth = 0.02, least_growth = most_growth / 4;  // relative growth of a rectangle by joining cuts

void describe(const Rounded& rounded, std::size_t processors, document::Partition& partition) {
  const Layout& layout = rounded.layout;
  const WholeLayout& whole = rounded.whole;
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

/// Rounds a layout to whole samples and whole vectors. @param joined  whether cuts at one height stay at one height.
Rounded round_layout(const Layout& layout, const std::vector<double>& speeds, const Problem& problem,
                     std::int64_t vector_width, bool joined) {
  const std::int64_t hidden = problem.network.hidden,
                     parts = perceptron::whole_vectors(hidden, vector_width) / vector_width;
  Rounded rounded{layout, whole_numbers(layout, speeds, problem.samples, parts, joined)};
  for (auto& column : rounded.whole.cuts)
    for (std::int64_t& cut : column) cut = std::min(cut * vector_width, hidden);
  leave_out_empty(rounded.layout, rounded.whole);
  return rounded;
}

std::size_t processors_of(const Rounded& rounded) {
  std::size_t count = 0;
  for (const auto& column : rounded.layout.columns) count += column.size();
  return count;
}

/// `plain` with close cuts joined if that pays, see round_partition(); else `plain`.
Rounded with_joins(const Layout& exact, Rounded plain, const std::vector<double>& speeds, const Problem& problem,
                   std::int64_t vector_width) {
  const double longest = (1 + most_growth) * makespan(plain.layout, plain.whole, speeds);
  const auto groups = group_cuts(plain.whole).size();
  // Rounding adds to the makespan, which shows only afterwards; so smaller growths are tried, too.
  for (double growth = most_growth; growth >= least_growth; growth /= 2) {
    const Joined joined = with_close_cuts_joined(exact, growth);
    if (joined.widest == 0) break;
    Rounded tried = round_layout(joined.layout, speeds, problem, vector_width, true);
    tried.small_group = joined.widest;
    if (group_cuts(tried.whole).size() < groups && processors_of(tried) == processors_of(plain) &&
        makespan(tried.layout, tried.whole, speeds) <= longest)
      return tried;
  }
  return plain;
}

}  // namespace

Rounded round_partition(const Draft& draft, const Cluster& cluster, const Problem& problem, std::int64_t vector_width) {
  const Layout exact = layout_of(draft, cluster, problem);
  // A grid is rounded towards its own heights and widths, not towards the speeds that it cannot follow.
  if (draft.row.method != document::PartitionMethod::columns)
    return round_layout(exact, areas(exact, cluster.speeds.size()), problem, vector_width, true);
  if (draft.joins_close)
    return with_joins(exact, round_layout(exact, cluster.speeds, problem, vector_width, false), cluster.speeds, problem,
                      vector_width);
  const double threshold = draft.row.small_group;
  Rounded rounded =
      round_layout(without_small_groups(exact, threshold), cluster.speeds, problem, vector_width, threshold > 0);
  rounded.small_group = threshold;
  return rounded;
}

document::Partition partition_of(const Rounded& rounded, const Problem& problem, const document::Speeds& speeds) {
  document::Partition partition;
  partition.network = problem.network;
  partition.samples = problem.samples;
  partition.collective = problem.collective;
  partition.sums_by_host = problem.sums_by_host;
  if (problem.collective == Collective::tree && speeds.network)
    partition.trees = sum_trees(rounded.whole, problem, speeds);
  partition.cluster = document::cluster_of(speeds);
  describe(rounded, speeds.processors.size(), partition);
  return partition;
}

double imbalance(const document::Partition& plan) {
  std::vector<double> work(plan.cluster.size(), 0);
  for (const document::Rectangle& r : plan.rectangles) work[static_cast<std::size_t>(r.processor)] = r.cells();
  return std::max(0.0, statistics::imbalance(work, document::speeds_of(plan.cluster)));
}

namespace {

int most_turns(std::size_t processors) { return processors > 10000 ? 2 : 4; }
constexpr double worthwhile = 5e-3;  // improving samples and cuts in turn ends with a smaller relative gain

std::vector<double> speeds_of(const std::vector<std::int64_t>& processors, const std::vector<double>& speeds) {
  std::vector<double> result;
  for (const std::int64_t processor : processors) result.push_back(speeds[processor]);
  return result;
}

/// h_c = max_i(height_i / v_i), shape [C]; `cuts` in any unit of height.
template <typename Height>
std::vector<double> seconds_per_sample(const Layout& layout, const std::vector<std::vector<Height>>& cuts,
                                       const std::vector<double>& speeds) {
  std::vector<double> seconds;
  for (std::size_t c = 0; c < cuts.size(); ++c) {
    double slowest = 0;
    for (std::size_t i = 0; i + 1 < cuts[c].size(); ++i) {
      const auto height = static_cast<double>(cuts[c][i + 1] - cuts[c][i]);
      slowest = std::max(slowest, height / speeds[layout.columns[c][i]]);
    }
    seconds.push_back(slowest);
  }
  return seconds;
}

std::vector<std::int64_t> share_samples(std::int64_t samples, const std::vector<double>& seconds) {
  std::vector<double> weights;
  for (const double second : seconds) weights.push_back(1 / second);
  return statistics::share(samples, weights);
}

std::vector<std::int64_t> cuts_of(const std::vector<std::int64_t>& counts) {
  std::vector<std::int64_t> cuts(counts.size() + 1, 0);
  std::partial_sum(counts.begin(), counts.end(), cuts.begin() + 1);
  return cuts;
}

WholeLayout free_cuts(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                      std::int64_t hidden) {
  WholeLayout whole;
  for (const auto& column : layout.columns)
    whole.cuts.push_back(cuts_of(statistics::share(hidden, speeds_of(column, speeds))));
  whole.samples = statistics::ranges_of(share_samples(samples, seconds_per_sample(layout, whole.cuts, speeds)));
  return whole;
}

WholeLayout joined_cuts(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                        std::int64_t hidden) {
  const JoinedCuts joined(layout);
  auto counts = share_samples(samples, seconds_per_sample(layout, layout.cuts, speeds));
  WholeLayout best;
  double least = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < most_turns(speeds.size()); ++turn) {
    std::vector<std::vector<double>> rates;
    for (std::size_t c = 0; c < counts.size(); ++c) {
      rates.push_back(speeds_of(layout.columns[c], speeds));
      for (double& rate : rates.back()) rate /= static_cast<double>(counts[c]);
    }
    WholeLayout whole{{}, joined.place(rates, hidden)};
    counts = share_samples(samples, seconds_per_sample(layout, whole.cuts, speeds));
    whole.samples = statistics::ranges_of(counts);
    const double time = makespan(layout, whole, speeds);
    const bool enough = time > least * (1 - worthwhile);
    if (time < least) best = std::move(whole), least = time;
    if (enough) break;
  }
  return best;
}

}  // namespace

WholeLayout whole_numbers(const Layout& layout, const std::vector<double>& speeds, std::int64_t samples,
                          std::int64_t hidden, bool keep_joined) {
  return keep_joined ? joined_cuts(layout, speeds, samples, hidden) : free_cuts(layout, speeds, samples, hidden);
}

double makespan(const Layout& layout, const WholeLayout& whole, const std::vector<double>& speeds) {
  const auto seconds = seconds_per_sample(layout, whole.cuts, speeds);
  double longest = 0;
  for (std::size_t c = 0; c < seconds.size(); ++c) {
    longest = std::max(longest, static_cast<double>(whole.samples[c].count) * seconds[c]);
  }
  return longest;
}

}  // namespace uneven::partition
