#include "draw/partition_tables.hpp"

#include <algorithm>
#include <map>

#include "draw/cluster.hpp"
#include "draw/number.hpp"
#include "draw/table.hpp"

namespace uneven::draw {
namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Share {
  std::size_t processors = 0;
  double work = 0, speed = 0;
};

}  // namespace

std::string title(const document::Partition& plan) {
  const auto& network = plan.network;
  return std::to_string(network.inputs) + "-" + std::to_string(network.hidden) + "-" + std::to_string(network.outputs) +
         ", " + std::to_string(plan.samples) + " samples, " + counted(plan.rectangles.size(), "processor") + " in " +
         counted(plan.columns.size(), "column");
}

std::string group_table(const document::Partition& plan, TextOptions options) {
  if (plan.groups.empty() || plan.columns.size() < 2) return "";
  Rows rows;
  for (const auto& group : plan.groups) {
    std::string members;
    for (const auto member : group.processors) members += (members.empty() ? "P" : " P") + std::to_string(member);
    rows.push_back({span(group.hidden), members});
  }
  return "\n" + wrap("communication groups: these add their sums for the hidden units", options.width) +
         first_rows({{"hidden"}, {"processors", true}}, std::move(rows), options);
}

std::string summary(const document::Partition& plan, TextOptions options) {
  Share all;
  for (const auto& rectangle : plan.rectangles) {
    all.work += rectangle.cells();
    all.speed += processor(plan.cluster, rectangle.processor).speed;
  }
  std::map<std::int64_t, Share> columns;
  std::map<std::string, Share> hosts;
  std::vector<std::string> host_names;  // in the order of their processors
  for (const auto& rectangle : plan.rectangles) {
    const auto owner = processor(plan.cluster, rectangle.processor);
    const auto name = host(owner, options.ascii);
    if (!hosts.contains(name)) host_names.push_back(name);
    for (Share* share : {&columns[rectangle.column], &hosts[name]}) {
      share->processors += 1;
      share->work += rectangle.cells() / all.work;
      share->speed += owner.speed / all.speed;
    }
  }
  Rows column_rows, host_rows;
  for (const auto& [column, share] : columns) {
    const auto index = static_cast<std::size_t>(column);
    column_rows.push_back({std::to_string(column), std::to_string(share.processors),
                           index < plan.columns.size() ? span(plan.columns[index].samples) : "-", percent(share.work),
                           percent(share.speed)});
  }
  for (const auto& name : host_names) {
    const Share& share = hosts[name];
    host_rows.push_back({name, std::to_string(share.processors), percent(share.work), percent(share.speed)});
  }
  std::string result = first_rows({{"column"}, {"processors"}, {"samples", false, 1}, {"work"}, {"of speed"}},
                                  std::move(column_rows), options);
  if (hosts.size() > 1)
    result +=
        "\n" + first_rows({{"host", true}, {"processors"}, {"work"}, {"of speed"}}, std::move(host_rows), options);
  return result;
}

}  // namespace uneven::draw
