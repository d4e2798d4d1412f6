#include "bp/part.hpp"

#include <algorithm>

#include "partition/predict/sums.hpp"

namespace uneven::bp {

Sums sums_of(const document::Partition& plan) {
  Sums sums{collective::collective_named(plan.collective), {}, {}};
  if (plan.trees) {
    sums.column = plan.trees->column;
    sums.group = plan.trees->group;
  }
  return sums;
}

Part part_of(const document::Partition& plan, int processor, std::int64_t element_bytes) {
  Part part;
  std::vector<std::int64_t> heights(plan.cluster.size());
  for (const document::Rectangle& r : plan.rectangles) {
    heights[static_cast<std::size_t>(r.processor)] = r.hidden.count;
    if (r.processor != processor) continue;
    part.samples = r.samples;
    part.hidden = r.hidden;
  }
  for (const document::Column& column : plan.columns) {
    if (!std::ranges::count(column.processors, processor)) continue;
    part.column = partition::sum_members(plan, column.processors);
    for (const int member : part.column)
      part.tallest = std::max(part.tallest, heights[static_cast<std::size_t>(member)]);
  }
  const auto groups = document::groups_of(plan);
  const auto slices =
      partition::group_slices(groups, plan.network, collective::collective_named(plan.collective), element_bytes);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto& [hidden, processors] = groups[g];
    if (processors.size() < 2 || !std::ranges::count(processors, processor)) continue;
    part.groups.push_back(
        {{hidden.first - part.hidden.first, hidden.count}, partition::sum_members(plan, processors), slices[g]});
  }
  return part;
}

}  // namespace uneven::bp
