// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.hpp"
#include "document/document.hpp"
#include "draw/html/pages.hpp"
#include "draw/html/parts.hpp"
#include "draw/html/tiles.hpp"
#include "draw/text.hpp"
#include "draw/views.hpp"

namespace uneven::draw {
namespace {

constexpr std::size_t most_groups = 64;  // of processors in a table

std::string candidates_of(const document::Partition& plan) {
  if (plan.candidates.empty()) return "";
  const auto candidates = candidates_by_cost(plan);
  const double least = cost(candidates.front(), plan);
  Table candidate_table{"candidates",
                        "Candidates by " + name_of(plan.objective) +
                            ", the cheapest first. No partition into as many "
                            "columns sends fewer elements than the lower bound.",
                        {{"method", true},
                         {"columns"},
                         {"order", true, true},
                         {"collective", true, true},
                         {"sizes", true, true},
                         {"processors", false, true},
                         {"elements"},
                         {"lower bound"},
                         {"above bound", false, true},
                         {"seconds"},
                         {"above best"}},
                        {}};
  for (const auto& c : candidates)
    candidate_table.rows.push_back({{{name_of(c.method)},
                                     count_cell(static_cast<double>(c.columns)),
                                     {name_of(c.order)},
                                     {name_of(c.collective)},
                                     {sizes(c)},
                                     count_cell(static_cast<double>(c.processors)),
                                     count_cell(c.elements),
                                     c.lower_bound > 0 ? count_cell(c.lower_bound) : Cell{"-"},
                                     c.lower_bound > 0 ? percent_cell(c.elements / c.lower_bound - 1) : Cell{"-"},
                                     time_cell(c.seconds),
                                     least > 0 ? percent_cell(cost(c, plan) / least - 1) : Cell{"-"}},
                                    chosen(c, plan)});
  return html_table(candidate_table);
}

std::string groups_of_units(const document::Partition& plan) {
  if (plan.groups.empty() || plan.columns.size() < 2) return "";
  Table groups{"groups",
               "The processors of a row add their sums for its hidden units.",
               {{"hidden units", true}, {"processors", true}},
               {}};
  for (std::size_t i = 0; i < plan.groups.size() && i < most_groups; ++i) {
    std::string members;
    for (const auto member : plan.groups[i].processors)
      members += (members.empty() ? "P" : " P") + std::to_string(member);
    const document::Range& hidden = plan.groups[i].hidden;
    groups.rows.push_back({{{span(hidden), static_cast<double>(hidden.first)}, {clip(members, 400)}}});
  }
  return html_table(groups);
}

std::string layers_of(const document::Partition& plan) {
  Table layers{"layers",
               "Weight matrices, each cut by one of its sides.",
               {{"layer", true},
                {"cut by", true},
                {"method", true, true},
                {"columns"},
                {"processors"},
                {"elements"},
                {"seconds"},
                {"imbalance", false, true}},
               {}};
  for (const auto& layer : plan.layers)
    layers.rows.push_back({{{std::to_string(layer.inputs) + "-" + std::to_string(layer.outputs)},
                            {name_of(layer.cut)},
                            {name_of(layer.method)},
                            count_cell(static_cast<double>(layer.columns.size())),
                            count_cell(static_cast<double>(layer.rectangles.size())),
                            count_cell(layer.predicted.elements),
                            time_cell(layer.predicted.seconds),
                            percent_cell(layer.predicted.imbalance)}});
  return html_table(layers);
}

}  // namespace

Page page_of(const document::Partition& plan) {
  const auto& predicted = plan.predicted;
  Page page("Partition for back-propagation", title(plan));
  std::string result = "An iteration sends " + whole(predicted.elements) + " elements";
  if (predicted.lower_bound > 0)
    result += ", " + percent(predicted.elements / predicted.lower_bound - 1) + " above the lower bound of " +
              whole(predicted.lower_bound);
  if (predicted.seconds) result += ", and takes " + time_text(*predicted.seconds) + " by the prediction";
  page.lead(result + ".");
  page.lead("The slowest processor finishes its work " + percent(predicted.imbalance) + " after the mean." +
            left_out_sentence(plan.left_out));
  if (predicted.seconds) page.fact("predicted iteration", time_text(*predicted.seconds));
  page.fact("elements sent", whole(predicted.elements), "in an iteration");
  if (predicted.bytes)
    page.fact("bytes sent", quantity(static_cast<double>(predicted.bytes->sum), "B"),
              quantity(static_cast<double>(predicted.bytes->largest), "B") + " by the busiest");
  page.fact("imbalance", percent(predicted.imbalance), "of the work");
  page.fact("processors", whole(static_cast<double>(plan.cluster.size() - plan.left_out.size())),
            plan.left_out.empty() ? "" : whole(static_cast<double>(plan.left_out.size())) + " left out");
  page.section(
      "picture", "Shares",
      inline_picture(svg(plan), "Rectangles of samples and hidden units, one for each processor") +
          html_paragraph("Samples from left to right, hidden units from top to bottom; the area of a rectangle is "
                         "its share of the work, and dark ones are fast."));
  if (plan.layers.empty()) page.section("processors", "Processors", tile_bars("shares", tiling_of(plan)));
  page.section("layer-table", "Layers", layers_of(plan));
  page.section("candidate-table", "Candidates", candidates_of(plan));
  page.section("group-table", "Communication groups", groups_of_units(plan));
  if (plan.speeds.is_object())
    page.section("network", "Network",
                 network_section(document::of_json(plan.speeds, "/speeds").as<document::Speeds>()));
  return page;
}

}  // namespace uneven::draw
