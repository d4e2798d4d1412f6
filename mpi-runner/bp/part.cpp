#include "bp/part.hpp"

#include <algorithm>

#include "partition/sum_members.hpp"

namespace uneven::bp {

Sums sums_of(const document::Partition& plan) {
  Sums sums{cluster::collective_named(plan.collective), {}, {}};
  if (plan.trees) {
    sums.column = plan.trees->column;
    sums.group = plan.trees->group;
  }
  return sums;
}

std::vector<Part> parts_of(const document::Partition& plan, std::int64_t element_bytes) {
  std::vector<Part> parts(plan.cluster.size());
  for (const document::Rectangle& r : plan.rectangles) {
    Part& part = parts[static_cast<std::size_t>(r.processor)];
    part.samples = r.samples;
    part.hidden = r.hidden;
  }
  for (const document::Column& column : plan.columns) {
    const auto members = partition::sum_members(plan, column.processors);
    for (const int member : members) parts[static_cast<std::size_t>(member)].column = members;
  }
  for (Part& part : parts)
    for (const int member : part.column)
      part.tallest = std::max(part.tallest, parts[static_cast<std::size_t>(member)].hidden.count);
  const auto groups = document::groups_of(plan);
  const auto slices =
      partition::group_slices(groups, plan.network, cluster::collective_named(plan.collective), element_bytes);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (groups[g].processors.size() < 2) continue;
    const auto members = partition::sum_members(plan, groups[g].processors);
    for (const int member : members) {
      Part& part = parts[static_cast<std::size_t>(member)];
      part.groups.push_back({{groups[g].hidden.first - part.hidden.first, groups[g].hidden.count}, members, slices[g]});
    }
  }
  return parts;
}

}  // namespace uneven::bp
