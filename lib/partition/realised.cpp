#include "partition/realised.hpp"

#include <algorithm>
#include <vector>

#include "cluster/imbalance.hpp"
#include "partition/grid.hpp"
#include "partition/time_model.hpp"
#include "partition/whole_numbers.hpp"
#include "perceptron/sizes.hpp"

namespace uneven::partition {

namespace {

constexpr std::size_t most_processors_with_groups = 4096;

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

}  // namespace

Realised realise(const Draft& draft, const Cluster& cluster, const Problem& problem, std::int64_t vector_width) {
  Realised realised{layout_of(draft, cluster, problem), {}};
  const std::int64_t hidden = problem.network.hidden,
                     parts = perceptron::whole_vectors(hidden, vector_width) / vector_width;
  const bool in_grid = draft.row.method != "columns";
  // A grid is rounded towards its own heights and widths, not towards the speeds that it cannot follow.
  realised.whole =
      whole_numbers(realised.layout, in_grid ? areas(realised.layout, cluster.speeds.size()) : cluster.speeds,
                    problem.samples, parts, in_grid || draft.row.small_group > 0);
  for (auto& column : realised.whole.cuts)
    for (std::int64_t& cut : column) cut = std::min(cut * vector_width, hidden);
  leave_out_empty(realised.layout, realised.whole);
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
