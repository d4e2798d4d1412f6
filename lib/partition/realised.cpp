#include "partition/realised.hpp"

#include <algorithm>
#include <vector>

#include "cluster/imbalance.hpp"
#include "partition/grid.hpp"
#include "partition/small_groups.hpp"
#include "partition/time_model.hpp"
#include "partition/whole_numbers.hpp"
#include "perceptron/sizes.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t most_processors_with_groups = 4096;
constexpr double most_growth = 0.02, least_growth = most_growth / 4;  // of a part, for joining cuts

void describe(const Realised& realised, std::size_t processors, document::Partition& partition) {
  const Layout& layout = realised.layout;
  const WholeLayout& whole = realised.whole;
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

/// @param joined  cuts at one height stay there.
Realised rounded(const Layout& layout, const std::vector<double>& speeds, const Problem& problem,
                 std::int64_t vector_width, bool joined) {
  const std::int64_t hidden = problem.network.hidden,
                     parts = perceptron::whole_vectors(hidden, vector_width) / vector_width;
  Realised realised{layout, whole_numbers(layout, speeds, problem.samples, parts, joined)};
  for (auto& column : realised.whole.cuts)
    for (std::int64_t& cut : column) cut = std::min(cut * vector_width, hidden);
  leave_out_empty(realised.layout, realised.whole);
  return realised;
}

std::size_t processors_of(const Realised& realised) {
  std::size_t count = 0;
  for (const auto& column : realised.layout.columns) count += column.size();
  return count;
}

/// `plain` with close cuts joined where that is worth its cost, or as it is.
Realised with_joins(const Layout& exact, Realised plain, const std::vector<double>& speeds, const Problem& problem,
                    std::int64_t vector_width) {
  const double longest = (1 + most_growth) * makespan(plain.layout, plain.whole, speeds);
  const auto groups = group_cuts(plain.whole).size();
  // What rounding costs on top shows only afterwards.
  for (double growth = most_growth; growth >= least_growth; growth /= 2) {
    const Joined joined = with_close_cuts_joined(exact, growth);
    if (joined.widest == 0) break;
    Realised tried = rounded(joined.layout, speeds, problem, vector_width, true);
    tried.small_group = joined.widest;
    if (group_cuts(tried.whole).size() < groups && processors_of(tried) == processors_of(plain) &&
        makespan(tried.layout, tried.whole, speeds) <= longest)
      return tried;
  }
  return plain;
}

}  // namespace

Realised realise(const Draft& draft, const Cluster& cluster, const Problem& problem, std::int64_t vector_width) {
  const Layout exact = layout_of(draft, cluster, problem);
  // A grid is rounded towards its own heights and widths, not towards the speeds that it cannot follow.
  if (draft.row.method != "columns")
    return rounded(exact, areas(exact, cluster.speeds.size()), problem, vector_width, true);
  if (draft.joins_close)
    return with_joins(exact, rounded(exact, cluster.speeds, problem, vector_width, false), cluster.speeds, problem,
                      vector_width);
  const double threshold = draft.row.small_group;
  Realised realised =
      rounded(without_small_groups(exact, threshold), cluster.speeds, problem, vector_width, threshold > 0);
  realised.small_group = threshold;
  return realised;
}

document::Partition partition_of(const Realised& realised, const Problem& problem, const document::Speeds& speeds) {
  document::Partition partition;
  partition.network = problem.network;
  partition.samples = problem.samples;
  partition.collective = cluster::name_of(problem.collective);
  if (problem.collective == Collective::tree && speeds.network)
    partition.trees = sum_trees(realised.whole, problem, speeds);
  partition.cluster = document::cluster_of(speeds);
  describe(realised, speeds.processors.size(), partition);
  return partition;
}

double imbalance(const document::Partition& plan) {
  std::vector<double> work(plan.cluster.size(), 0);
  for (const document::Rectangle& r : plan.rectangles) work[static_cast<std::size_t>(r.processor)] = r.cells();
  return std::max(0.0, cluster::imbalance(work, document::speeds_of(plan.cluster)));
}

}  // namespace uneven::partition
