// SPDX-License-Identifier: MIT
#include <algorithm>

#include "base/text.hpp"
#include "draw/html/pages.hpp"
#include "draw/html/parts.hpp"
#include "draw/html/tiles.hpp"
#include "draw/text.hpp"
#include "draw/tree.hpp"
#include "draw/views.hpp"

namespace uneven::draw {

std::string left_out_sentence(const std::vector<std::int64_t>& processors) {
  constexpr std::size_t most_named = 8;
  if (processors.empty()) return "";
  std::string names;
  for (std::size_t i = 0; i < processors.size() && i < most_named; ++i)
    names += (i > 0 ? ", P" : "P") + std::to_string(processors[i]);
  if (processors.size() > most_named) names += " and " + std::to_string(processors.size() - most_named) + " more";
  return " Without work: " + names + ".";
}

namespace {

std::string candidates_of(const document::HbspMatmul& plan) {
  Table candidate_table{"candidates",
                        "Numbers of processors, each time the fastest",
                        {{"processors", true}, {"elements"}, {"seconds"}, {"prediction", true, true}, {"memory", true}},
                        {}};
  for (const auto& row : plan.candidates)
    candidate_table.rows.push_back({{count_cell(static_cast<double>(row.processors)),
                                     count_cell(static_cast<double>(row.elements)),
                                     time_cell(row.seconds),
                                     {row.seconds ? row.replayed ? "replay" : "formula" : "-"},
                                     {row.fits ? "-" : "too little"}},
                                    row.processors == std::ssize(plan.rectangles)});
  return html_table(candidate_table);
}

std::string layouts_of(const document::HbspMatmul& plan) {
  Table layouts{"layouts",
                "Layouts of A, B and C: communication in elements, total in operations of the slowest processor",
                {{"layout", true}, {"communication"}, {"total"}},
                {}};
  for (const auto& cost : plan.layouts)
    layouts.rows.push_back({{{name_of(cost.layouts.a) + " " + name_of(cost.layouts.b) + " " + name_of(cost.layouts.c)},
                             count_cell(cost.communication),
                             count_cell(cost.total)},
                            cost.layouts == plan.layout});
  return html_table(layouts);
}

}  // namespace

Page page_of(const document::HbspMatmul& plan) {
  const auto& predicted = plan.predicted;
  Page page("Plan of a matrix product", title(plan));
  page.lead("The processors need " + whole(static_cast<double>(predicted.elements)) + " elements of A and B; no plan " +
            "with these shares needs fewer than " + whole(predicted.lower_bound) + "." +
            (predicted.seconds ? " The product takes " + time_text(*predicted.seconds) + " by the prediction." : ""));
  page.lead("The slowest processor finishes its work " + percent(predicted.imbalance) + " after the mean." +
            left_out_sentence(plan.left_out));
  if (predicted.seconds) page.fact("predicted product", time_text(*predicted.seconds));
  if (predicted.compute_s) page.fact("computing", time_text(*predicted.compute_s), "of the busiest");
  if (predicted.communication_s)
    page.fact("communication", time_text(*predicted.communication_s), "of the busiest link");
  page.fact("elements", whole(static_cast<double>(predicted.elements)), "of A and B needed");
  page.fact("imbalance", percent(predicted.imbalance), "of the work");
  page.section("picture", "Blocks", inline_picture(svg(plan), "Blocks of the matrices, one for each processor"));
  const auto tilings = tilings_of(plan);
  page.section("processors", "Processors", tile_bars("shares", tilings.front()));
  page.section("candidate-table", "Numbers of processors", candidates_of(plan));
  page.section("layout-table", "Layouts", layouts_of(plan));
  return page;
}

Page page_of(const document::ArrayShares& plan) {
  const auto& predicted = plan.predicted;
  Page page("Blocks of an array", title(plan));
  page.lead((predicted.superstep_s ? "A superstep takes " + time_text(*predicted.superstep_s) + " by the prediction. "
             : predicted.seconds   ? "All cells take " + time_text(*predicted.seconds) + " by the prediction. "
                                   : "") +
            "The slowest processor finishes its cells " + percent(predicted.imbalance) + " after the mean." +
            left_out_sentence(plan.left_out));
  if (predicted.seconds)
    page.fact("cells", time_text(*predicted.seconds), "at least " + time_text(predicted.lower_bound));
  if (predicted.halo_s) page.fact("halo", time_text(*predicted.halo_s), "of the busiest");
  if (plan.halo > 0)
    page.fact("bytes sent", quantity(static_cast<double>(predicted.bytes.sum), "B"),
              quantity(static_cast<double>(predicted.bytes.largest), "B") + " by the busiest");
  page.fact("imbalance", percent(predicted.imbalance), "of the work");
  page.section("picture", "Blocks", inline_picture(svg(plan), "Blocks of the array, one for each processor"));
  std::vector<std::vector<Cell>> halos;
  for (const auto& block : plan.blocks)
    halos.push_back(
        {count_cell(static_cast<double>(block.halo_bytes)), count_cell(static_cast<double>(block.neighbours.size()))});
  page.section("processors", "Processors",
               tile_bars("shares", tiling_of(plan), {{"halo bytes"}, {"neighbours", false, true}}, halos));
  return page;
}

Page page_of(const document::ReductionTree& tree) {
  Page page("Reduction tree", std::to_string(tree.items) + " items on " + counted(tree.processors.size(), "processor") +
                                  ", " + name_of(tree.shape));
  page.lead("The root has joined all items: " + finish(tree) + "." +
            (tree.predicted_s ? " All pieces take " + time_text(*tree.predicted_s) + " by the prediction." : "") +
            left_out_sentence(tree.left_out));
  const bool is_short = tree.processors.size() <= 1024;
  page.section("picture", "Time line",
               is_short ? inline_picture(svg(tree), "Operations of each processor over time, and results on their way")
                        : html_paragraph("More than 1,024 processors are not drawn."));
  Table shapes{"shapes", "Shapes of trees", {{"shape", true}, {"finish"}}, {}};
  const auto& compared = tree.compared_s.empty() ? tree.compared : tree.compared_s;
  for (const auto& [shape, finish] : compared)
    shapes.rows.push_back({{{shape}, tree.compared_s.empty() ? Cell{time(tree, finish), finish} : time_cell(finish)},
                           shape == name_of(tree.shape)});
  page.section("shape-table", "Shapes compared", html_table(shapes));
  Table nodes{"processors",
              "Processors: when the last operation of each ends",
              {{"processor", true}, {"parent"}, {"items"}, {"operations"}, {"finish"}, {"children", true, true}},
              {}};
  for (const auto& node : tree.processors) {
    std::string children;
    for (const auto child : node.children) children += (children.empty() ? "P" : " P") + std::to_string(child);
    nodes.rows.push_back({{{"P" + std::to_string(node.processor)},
                           {node.parent ? "P" + std::to_string(*node.parent) : "root"},
                           count_cell(static_cast<double>(node.items.count)),
                           count_cell(static_cast<double>(node.operations)),
                           {time(tree, node.finish), node.finish},
                           {children.empty() ? "none" : clip(children, 200)}},
                          !node.parent.has_value()});
  }
  for (Row& row : nodes.rows) row.chosen = false;
  page.section("processor-table", "Processors", html_table(nodes));
  return page;
}

Page page_of(const document::HbspElements& plan) {
  Page page("Shares of equal elements", title(plan));
  page.lead((plan.seconds       ? "All elements take " + time_text(*plan.seconds) + " by the prediction. "
             : plan.superstep_s ? "A superstep takes " + time_text(*plan.superstep_s) + " by the prediction. "
                                : "") +
            "The slowest processor finishes " + percent(plan.imbalance) + " after the mean." +
            left_out_sentence(plan.left_out));
  if (plan.seconds)
    page.fact("predicted", time_text(*plan.seconds),
              plan.lower_bound ? "at least " + time_text(*plan.lower_bound) : "");
  if (plan.superstep_s) page.fact("superstep", time_text(*plan.superstep_s));
  page.fact("imbalance", percent(plan.imbalance));
  page.section("shares", "Shares", bar_table("elements", "Elements of each processor", bars_of(plan)));
  return page;
}

namespace {

template <class Way>
std::string ways_of(const std::string& id, const std::vector<document::SearchTime<Way>>& all, Way taken) {
  Table ways{id, "Predicted times", {{id == "methods" ? "method" : "join", true}, {"predicted"}}, {}};
  for (const auto& way : all) ways.rows.push_back({{{name_of(way.name)}, time_cell(way.seconds)}, way.name == taken});
  return html_table(ways);
}

}  // namespace

Page page_of(const document::Search& plan) {
  Page page("Scan of examples", title(plan));
  const auto taken = std::ranges::find(plan.methods, plan.method, &document::MethodTime::name);
  page.lead("The method is " + name_of(plan.method) + ", and results are joined by " + name_of(plan.join) + "." +
            (taken != plan.methods.end() && taken->seconds
                 ? " A scan takes " + time_text(*taken->seconds) + " by the prediction."
                 : ""));
  page.section("shares", "Shares", bar_table("examples", "Examples of each processor", bars_of(plan)));
  page.section("method-table", "Methods", ways_of("methods", plan.methods, plan.method));
  page.section("join-table", "Joins", ways_of("joins", plan.joins, plan.join));
  page.section("warnings", "Warnings", html_list(plan.warnings));
  return page;
}

Page page_of(const document::HbspCosts& costs) {
  Page page("Costs of supersteps", title(costs));
  const auto dearest = std::ranges::max_element(costs.supersteps, {}, &document::SuperstepCost::cost);
  page.lead("The best shares save " + percent(costs.cost > 0 ? 1 - costs.best_cost / costs.cost : 0) + " of the cost." +
            (dearest == costs.supersteps.end() ? "" : " The dearest superstep is " + shown(dearest->name) + "."));
  std::vector<std::vector<Cell>> cells;
  for (const auto& step : costs.supersteps)
    cells.push_back({{short_number(step.cost), step.cost},
                     percent_cell(saved(step)),
                     {"P" + std::to_string(step.bottleneck), static_cast<double>(step.bottleneck)}});
  page.section("supersteps", "Supersteps",
               bar_table("costs", "Cost of each superstep", bars_of(costs),
                         {{"cost"}, {"saved"}, {"bottleneck", true, true}}, cells));
  return page;
}

}  // namespace uneven::draw
