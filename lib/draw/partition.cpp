// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "draw/listing.hpp"
#include "draw/picture.hpp"
#include "draw/text.hpp"
#include "draw/tiling.hpp"
#include "draw/views.hpp"

namespace uneven::draw {

namespace {

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

Listing group_listing(const document::Partition& plan) {
  Listing result{
      "communication groups: these add their sums for the hidden units", {{"hidden"}, {"processors", true}}, {}};
  if (plan.groups.empty() || plan.columns.size() < 2) return result;
  for (const auto& group : plan.groups) {
    std::string members;
    for (const auto member : group.processors) members += (members.empty() ? "P" : " P") + std::to_string(member);
    result.rows.push_back({span(group.hidden), members});
  }
  return result;
}

std::vector<Listing> summary(const document::Partition& plan) {
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
    const auto name = host(owner, false);
    if (!hosts.contains(name)) host_names.push_back(name);
    for (Share* share : {&columns[rectangle.column], &hosts[name]}) {
      share->processors += 1;
      share->work += rectangle.cells() / all.work;
      share->speed += owner.speed / all.speed;
    }
  }
  Listing by_column{"", {{"column"}, {"processors"}, {"samples", false, 1}, {"work"}, {"of speed"}}, {}};
  Listing by_host{"", {{"host", true}, {"processors"}, {"work"}, {"of speed"}}, {}};
  for (const auto& [column, share] : columns) {
    const auto index = static_cast<std::size_t>(column);
    by_column.rows.push_back({std::to_string(column), std::to_string(share.processors),
                              index < plan.columns.size() ? span(plan.columns[index].samples) : "-",
                              percent(share.work), percent(share.speed)});
  }
  for (const auto& name : host_names) {
    const Share& share = hosts[name];
    by_host.rows.push_back({name, std::to_string(share.processors), percent(share.work), percent(share.speed)});
  }
  if (hosts.size() < 2) return {by_column};
  return {by_column, by_host};
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
std::string prediction(const document::Partition& plan) {
  const auto& predicted = plan.predicted;
  std::string line = "predicted per iteration: " + whole(predicted.elements) + " elements";
  if (predicted.lower_bound > 0) line += " (lower bound " + whole(predicted.lower_bound) + ")";
  if (predicted.seconds) line += ", " + seconds(*predicted.seconds);
  line += ", imbalance " + percent(predicted.imbalance);
  if (plan.balance == document::Balance::time) line += " of the work, for balance in time";
  return plan.sums_by_host ? line + ", sums inside hosts first" : line;
}

}  // namespace

std::vector<std::string> sentences(std::string prediction, const std::vector<std::int64_t>& left_out) {
  if (left_out.empty()) return {std::move(prediction)};
  constexpr std::size_t named = 20;
  std::string line = "left out:";
  for (std::size_t i = 0; i < left_out.size() && i < named; ++i) line += " P" + std::to_string(left_out[i]);
  if (left_out.size() > named) line += " and " + std::to_string(left_out.size() - named) + " more";
  return {std::move(prediction), line};
}

std::string text(const document::Partition& plan, TextOptions options) {
  std::string result = wrap("partition " + title(plan), options.width);
  for (const std::string& line : sentences(prediction(plan), plan.left_out)) result += wrap(line, options.width);
  if (!plan.layers.empty())
    return result + "\n" + text_of_layers(plan, options) + listed({candidate_listing(plan)}, options);
  if (plan.rectangles.size() > summary_above) {
    std::vector<Listing> parts;
    for (Listing& listing : summary(plan)) parts.push_back(first_of(std::move(listing)));
    parts.push_back(candidate_listing(plan));
    return result + listed(parts, options);
  }
  const auto tiling = tiling_of(plan);
  return result + "\n" + text(tiling, options) +
         listed({tile_listing(tiling), first_of(group_listing(plan)), candidate_listing(plan)}, options);
}

Notes notes_of(const document::Partition& plan) {
  Notes notes{sentences(prediction(plan), plan.left_out), {}};
  if (!plan.layers.empty()) notes.tables.push_back(layer_listing(plan));
  notes.tables.push_back(candidate_listing(plan));
  if (!plan.layers.empty()) return notes;
  if (plan.rectangles.size() > summary_above) {
    for (Listing& listing : summary(plan)) notes.tables.push_back(std::move(listing));
  } else {
    notes.tables.push_back(tile_listing(tiling_of(plan)));
    notes.tables.push_back(group_listing(plan));
  }
  return notes;
}

Svg svg(const document::Partition& plan) {
  if (!plan.layers.empty()) return svg_of_layers(plan);
  return svg(tiling_of(plan), title(plan), svg_width, svg_height);
}

namespace {

constexpr std::size_t most_rows = 12;

}  // namespace

double cost(const document::Candidate& candidate, const document::Partition& plan) {
  return plan.objective == document::Objective::seconds && candidate.seconds ? *candidate.seconds : candidate.elements;
}

std::vector<document::Candidate> candidates_by_cost(const document::Partition& plan) {
  auto candidates = plan.candidates;
  std::ranges::stable_sort(candidates, {}, [&](const document::Candidate& one) { return cost(one, plan); });
  return candidates;
}

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

Listing candidate_listing(const document::Partition& plan) {
  Listing result{"candidates by " + name_of(plan.objective) + ", * the plan",
                 {{" ", true},
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
                 {}};
  if (plan.candidates.empty()) return result;
  const auto candidates = candidates_by_cost(plan);
  const double least = cost(candidates.front(), plan);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto& candidate = candidates[i];
    const bool mark = chosen(candidate, plan);
    if (i >= most_rows && !mark) continue;
    result.rows.push_back({mark ? "*" : "", name_of(candidate.method), std::to_string(candidate.columns),
                           name_of(candidate.order), name_of(candidate.collective), sizes(candidate),
                           short_number(candidate.small_group), std::to_string(candidate.processors),
                           whole(candidate.elements), candidate.seconds ? seconds(*candidate.seconds) : "-",
                           least > 0 ? "+" + percent(cost(candidate, plan) / least - 1) : "-"});
  }
  result.more = candidates.size() - result.rows.size();
  return result;
}

}  // namespace uneven::draw
