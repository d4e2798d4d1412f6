#include "partition/without_left_out.hpp"

#include <algorithm>

#include "document/speeds.hpp"
#include "document/writer.hpp"

namespace uneven::partition {

namespace {

constexpr std::int64_t nobody = -1;

/// @param number  of each processor, in the plan without those that it leaves out, which are nobody there.
document::Json speeds_of_used(const document::Json& json, const std::vector<std::int64_t>& number) {
  document::Speeds speeds = document::speeds_from_json(json);
  const auto number_of = [&](std::int64_t processor) { return number[static_cast<std::size_t>(processor)]; };
  for (auto& processor : speeds.processors) processor.rank = number_of(processor.rank);
  std::erase_if(speeds.processors, [](const auto& processor) { return processor.rank == nobody; });
  for (auto& [cores, processors] : speeds.shared_cores) {
    std::ranges::transform(processors, processors.begin(), number_of);
    std::erase(processors, nobody);
  }
  speeds.shared_machines.clear();  // these are the speeds with the others at rest
  return document::json_of(speeds);
}

}  // namespace

document::Partition without_left_out(document::Partition plan) {
  std::vector<std::int64_t> number(plan.cluster.size(), nobody);
  std::vector<document::Processor> cluster;
  for (document::Rectangle& r : plan.rectangles) {
    number[static_cast<std::size_t>(r.processor)] = static_cast<std::int64_t>(cluster.size());
    cluster.push_back(plan.cluster[static_cast<std::size_t>(r.processor)]);
  }
  const auto renumber = [&](std::int64_t& processor) { processor = number[static_cast<std::size_t>(processor)]; };
  for (document::Rectangle& r : plan.rectangles) renumber(r.processor);
  for (document::Column& column : plan.columns)
    std::for_each(column.processors.begin(), column.processors.end(), renumber);
  for (document::Group& group : plan.groups) std::for_each(group.processors.begin(), group.processors.end(), renumber);
  if (!plan.speeds.is_null()) plan.speeds = speeds_of_used(plan.speeds, number);
  plan.left_out.clear();
  plan.cluster = std::move(cluster);
  return plan;
}

}  // namespace uneven::partition
