// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"
#include "draw/views.hpp"

namespace uneven::draw {

namespace {

using Rows = std::vector<std::vector<std::string>>;

struct Share {
  std::size_t processors = 0;
  double work = 0, speed = 0;
};

}  // namespace

std::string title(const document::Partition& plan) {
  const std::string sizes =
      document::text_of(document::units_of(plan)) + ", " + std::to_string(plan.samples) + " samples, ";
  if (!plan.layers.empty()) return sizes + counted(plan.cluster.size() - plan.left_out.size(), "processor");
  return sizes + counted(plan.rectangles.size(), "processor") + " in " + counted(plan.columns.size(), "column");
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

namespace {

constexpr double svg_width = 640, svg_height = 440;  // pixels of the unit square

}  // namespace

Tiling tiling_of(const document::Partition& plan) {
  Tiling result{"samples", "hidden units", plan.samples, plan.network.hidden, true, {}};
  for (const auto& rectangle : plan.rectangles)
    add_tile(result, rectangle.processor, processor(plan.cluster, rectangle.processor), rectangle.samples,
             rectangle.hidden);
  return result;
}

namespace {

/// What the plan costs, and how far from the best it is.
std::string prediction(const document::Partition& plan, TextOptions options) {
  const auto& predicted = plan.predicted;
  std::string line = "predicted per iteration: " + whole(predicted.elements) + " elements";
  if (predicted.lower_bound > 0) line += " (lower bound " + whole(predicted.lower_bound) + ")";
  if (predicted.seconds) line += ", " + seconds(*predicted.seconds);
  line += ", imbalance " + percent(predicted.imbalance);
  if (plan.balance == document::Balance::time) line += " of the work, for balance in time";
  if (plan.sums_by_host) line += ", sums inside hosts first";
  return wrap(line, options.width);
}

}  // namespace

std::string left_out(const std::vector<std::int64_t>& processors, TextOptions options) {
  if (processors.empty()) return "";
  constexpr std::size_t named = 20;
  std::string line = "left out:";
  for (std::size_t i = 0; i < processors.size() && i < named; ++i) line += " P" + std::to_string(processors[i]);
  if (processors.size() > named) line += " and " + std::to_string(processors.size() - named) + " more";
  return wrap(line, options.width);
}

std::string text(const document::Partition& plan, TextOptions options) {
  std::string result = wrap("partition " + title(plan), options.width) + prediction(plan, options);
  result += left_out(plan.left_out, options) + "\n";
  if (!plan.layers.empty()) return result + text_of_layers(plan, options) + candidate_table(plan, options);
  if (plan.rectangles.size() > summary_above) {
    result += summary(plan, options);
  } else {
    const auto tiling = tiling_of(plan);
    result += text(tiling, options) + "\n" + tile_table(tiling, options) + group_table(plan, options);
  }
  return result + candidate_table(plan, options);
}

std::string svg(const document::Partition& plan) {
  if (!plan.layers.empty()) return svg_of_layers(plan);
  return svg(tiling_of(plan), title(plan), svg_width, svg_height);
}

namespace {

constexpr std::size_t most_rows = 12;

}  // namespace

bool chosen(const document::Candidate& candidate, const document::Partition& plan) {
  return candidate.method == plan.method && candidate.order == plan.order && candidate.collective == plan.collective &&
         candidate.columns == static_cast<std::int64_t>(plan.columns.size()) &&
         candidate.small_group == plan.small_group && candidate.elements == plan.predicted.elements;
}

std::string sizes(const document::Candidate& candidate) {
  std::string result;
  for (std::size_t i = 0; i < candidate.sizes.size();) {
    std::size_t end = i;
    while (end < candidate.sizes.size() && candidate.sizes[end] == candidate.sizes[i]) ++end;
    const auto size = std::to_string(candidate.sizes[i]);
    result += (result.empty() ? "" : " ") + (end - i > 1 ? std::to_string(end - i) + "x" + size : size);
    i = end;
  }
  return clip(result, 16);
}

std::string candidate_table(const document::Partition& plan, TextOptions options) {
  if (plan.candidates.empty()) return "";
  const bool by_seconds = plan.objective == document::Objective::seconds;
  const auto cost = [&](const document::Candidate& candidate) {
    return by_seconds && candidate.seconds ? *candidate.seconds : candidate.elements;
  };
  auto candidates = plan.candidates;
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
  const double least = cost(candidates.front());
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& candidate = candidates[i];
    const bool mark = chosen(candidate, plan);
    if (i >= most_rows && !mark) continue;
    rows.push_back({mark ? "*" : "", name_of(candidate.method), std::to_string(candidate.columns),
                    name_of(candidate.order), name_of(candidate.collective), sizes(candidate),
                    short_number(candidate.small_group), std::to_string(candidate.processors),
                    whole(candidate.elements), candidate.seconds ? seconds(*candidate.seconds) : "-",
                    least > 0 ? "+" + percent(cost(candidate) / least - 1) : "-"});
  }
  std::string result = "\n" + wrap("candidates by " + name_of(plan.objective) + ", * the plan", options.width);
  const auto hidden = candidates.size() - rows.size();
  result += table({{" ", true},
                   {"method", true},
                   {"columns"},
                   {"order", true, 4},
                   {"collective", true, 7},
                   {"sizes", true, 3},
                   {"joined", false, 6},
                   {"processors", false, 5},
                   {"elements"},
                   {"seconds", false, 1},
                   {"above best", false, 2}},
                  std::move(rows), options);
  return hidden > 0 ? result + "... and " + std::to_string(hidden) + " more\n" : result;
}

}  // namespace uneven::draw
