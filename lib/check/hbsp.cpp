// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "check/contradictions.hpp"
#include "check/sound.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "shares/blocks.hpp"
#include "shares/makespan.hpp"
#include "statistics/share.hpp"

namespace uneven::check {

namespace {

/// t_i of the processors of a plan that follows no curves.
std::vector<shares::TimeModel> models_of(const document::HbspElements& plan) {
  std::vector<shares::TimeModel> models;
  for (const auto& processor : plan.cluster) models.emplace_back(processor.fixed_s.value_or(0), processor.speed);
  return models;
}

/// The bytes of each process: those that it occupies anyway and those of its units.
void check_memory(const document::HbspElements& plan, document::Faults& faults) {
  if (!plan.memory_per_unit_bytes && !plan.memory_fixed_bytes) return;
  for (std::size_t i = 0; i < plan.placement.size(); ++i) {
    const std::int64_t count = plan.placement[i].elements.count;
    const auto memory = plan.cluster[i].memory_bytes;
    const double needed = static_cast<double>(plan.memory_fixed_bytes.value_or(0)) +
                          static_cast<double>(count) * plan.memory_per_unit_bytes.value_or(0);
    if (count == 0 || !memory || fits(needed, *memory)) continue;
    faults.add("/placement/" + std::to_string(i) + "/count",
               std::to_string(count) + " elements need " + digits(needed) + " bytes; expected at most the " +
                   std::to_string(*memory) + " of processor " + std::to_string(i));
  }
}

/// Where processors are told to be left out, those are all that have no units.
void check_left_out(const document::HbspElements& plan, const document::Node& json, document::Faults& faults) {
  if (json["left_out"].is_null()) return;
  std::vector<bool> is_left_out(plan.placement.size());
  for (const std::int64_t processor : plan.left_out) is_left_out[static_cast<std::size_t>(processor)] = true;
  for (const auto& [processor, elements] : plan.placement)
    if (elements.count == 0 && !is_left_out[static_cast<std::size_t>(processor)])
      faults.add("/left_out", "processor " + std::to_string(processor) + ", which has no elements, is not in it");
}

/// The makespan by fixed times and speeds, and no bound above it.
void check_makespan(const document::HbspElements& plan, Comparison& predicted) {
  std::vector<std::int64_t> count;
  for (const auto& entry : plan.placement) count.push_back(entry.elements.count);
  const double time = shares::makespan(count, models_of(plan));
  if (!plan.curves) predicted.number("seconds", time);
  const double most = plan.curves ? plan.seconds.value_or(time) : time;
  if (plan.seconds && !plan.lower_bound)
    predicted.fault("lower_bound", "found null; expected the bound of a makespan of " + digits(most));
  // The bound of the plan has its limits, which the plan does not tell, and may follow curves.
  const std::vector<std::int64_t> any(count.size(), plan.count);
  if (plan.lower_bound && !plan.curves)
    predicted.at_least("lower_bound", std::min(time, shares::divisible_bound(plan.count, models_of(plan), any)));
  else if (plan.lower_bound && *plan.lower_bound <= 0 && most > 0)
    predicted.fault("lower_bound", "found " + digits(*plan.lower_bound) +
                                       "; expected more than 0, for the makespan is " + digits(most));
  if (plan.lower_bound && *plan.lower_bound > most && !agree(*plan.lower_bound, most))
    predicted.fault("lower_bound", "found " + digits(*plan.lower_bound) + "; expected at most " + digits(most) +
                                       ", the makespan of the plan");
}

}  // namespace

document::Faults contradictions(const document::Node& json, const document::HbspElements& plan) {
  document::Faults faults;
  check_memory(plan, faults);
  check_left_out(plan, json, faults);
  if (json["cluster"].is_null()) return faults;
  std::vector<double> work;
  double longest = 0;
  for (std::size_t i = 0; i < plan.placement.size(); ++i) {
    work.push_back(static_cast<double>(plan.placement[i].elements.count));
    longest = std::max(longest, work[i] / plan.cluster[i].speed);
  }
  Comparison predicted(json["predicted"], "/predicted", faults);
  predicted.number("imbalance", statistics::imbalance(work, speeds_of(plan.cluster)), 1);
  check_makespan(plan, predicted);
  // Where a quota stops processors, a superstep may end while one has CPU time to spare.
  const bool quotas = std::ranges::any_of(plan.cluster, [](const auto& p) { return p.cpu_share.has_value(); });
  if (!quotas) predicted.at_least("superstep_s", longest);
  return faults;
}

namespace {

using document::HbspMatmul;
using document::LayoutCost;
using document::Node;

constexpr double rounding_of_totals = 1e-9;

std::string name_of(const document::Layouts& layouts) {
  return document::name_of(layouts.a) + ", " + document::name_of(layouts.b) + ", " + document::name_of(layouts.c);
}

/// G and L, as the plan has them, or as two of its layouts have them where it may have been made with any.
std::pair<double, double> gap_and_barrier(const HbspMatmul& plan, double compute) {
  if (plan.gap || plan.barrier) return {plan.gap.value_or(1), plan.barrier.value_or(0)};
  const LayoutCost &least = plan.layouts.front(), &most = plan.layouts.back();
  const double apart = most.communication - least.communication;
  const double gap = agree(most.communication, least.communication) ? 0 : (most.total - least.total) / apart;
  return {gap, least.total - compute - gap * least.communication};
}

/// total = multiply-adds / s + G communication + L, the same G and L for all.
void check_totals(const HbspMatmul& plan, const Node& json, double compute, document::Faults& faults) {
  const auto [gap, barrier] = gap_and_barrier(plan, compute);
  const double scale = std::max(plan.layouts.front().total, plan.layouts.back().total);
  if (gap * plan.layouts.back().communication < -rounding_of_totals * scale)
    faults.add("/layouts", "the dearest has a lower total than the cheapest");
  if (barrier < -rounding_of_totals * scale)
    faults.add("/layouts",
               "their totals are less than the multiplications of the slowest processor, " + digits(compute));
  for (std::size_t i = 0; i < plan.layouts.size(); ++i)
    Comparison(json["layouts"].items()[i], "/layouts/" + std::to_string(i), faults)
        .number("total", compute + gap * plan.layouts[i].communication + barrier, 1e3 * scale);
}

void check_layouts(const HbspMatmul& plan, const Node& json, document::Faults& faults) {
  if (json["layouts"].is_null()) return;
  const auto relative = hbsp::relative_speeds(speeds_of(plan.cluster));
  const double speed = std::accumulate(relative.begin(), relative.end(), 0.0);
  const auto expected = hbsp::layout_costs(plan.size, speed, 0, 0);
  if (plan.layouts.size() != expected.size())
    return faults.add("/layouts", "found " + std::to_string(plan.layouts.size()) + "; expected all " +
                                      std::to_string(expected.size()));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string pointer = "/layouts/" + std::to_string(i);
    if (plan.layouts[i].layouts != expected[i].layouts)
      faults.add(pointer, "found " + name_of(plan.layouts[i].layouts) + "; expected " + name_of(expected[i].layouts) +
                              ", the next by communication");
    Comparison(json["layouts"].items()[i], pointer, faults).number("communication", expected[i].communication);
  }
  if (faults.empty()) check_totals(plan, json, expected.front().total, faults);
}

using Side = document::Range document::MatrixPart::*;

/// Whether the blocks stand in columns (`along` = columns) or lie in rows: those that begin together end together.
bool stand_in(const HbspMatmul& plan, Side along) {
  std::map<std::int64_t, std::int64_t> counts;
  return std::ranges::all_of(plan.rectangles, [&](const document::MatrixPart& part) {
    const document::Range& range = part.*along;
    return counts.emplace(range.first, range.count).first->second == range.count;
  });
}

/// Half-perimeters of exact shares in the columns or rows of the plan.
double half_perimeters(const HbspMatmul& plan, const std::vector<double>& area, double aspect) {
  const bool in_rows = !stand_in(plan, &document::MatrixPart::columns);
  const Side along = in_rows ? &document::MatrixPart::rows : &document::MatrixPart::columns;
  std::map<std::int64_t, std::pair<double, double>> columns;  // where they begin: width and number of blocks
  for (std::size_t i = 0; i < area.size(); ++i) {
    auto& [width, blocks] = columns[(plan.rectangles[i].*along).first];
    width += area[i];
    blocks += 1;
  }
  const double height = in_rows ? 1 / aspect : aspect;
  double sum = height * static_cast<double>(columns.size());
  for (const auto& [first, column] : columns) sum += column.first * column.second / height;
  return sum;
}

/// Whether blocks may be smaller than in proportion to speed.
bool knows_memory(const HbspMatmul& plan) {
  return std::ranges::any_of(plan.cluster, [](const auto& processor) { return processor.memory_bytes.has_value(); });
}

/// The bytes that each processor holds.
void check_memory(const HbspMatmul& plan, document::Faults& faults) {
  if (!knows_memory(plan)) return;
  const auto needed = hbsp::matmul_memory(plan, hbsp::element_bytes_of(plan.kernel_options));
  for (std::size_t i = 0; i < plan.rectangles.size(); ++i) {
    const auto processor = static_cast<std::size_t>(plan.rectangles[i].processor);
    check_bytes(static_cast<double>(needed[processor]), plan.cluster, processor, "/rectangles/" + std::to_string(i),
                faults);
  }
}

/// Whether the seconds may be those of a replay: under quotas, or where processors share a host.
bool may_be_replayed(const HbspMatmul& plan) {
  std::set<std::string> hosts;
  return std::ranges::any_of(plan.cluster, [&](const auto& processor) {
    return processor.cpu_share.has_value() || (processor.host && !hosts.insert(*processor.host).second);
  });
}

void check_prediction(const HbspMatmul& plan, const Node& json, document::Faults& faults) {
  const auto rows = static_cast<double>(plan.size.rows), inner = static_cast<double>(plan.size.inner),
             columns = static_cast<double>(plan.size.columns);
  std::vector<double> work, speed;
  double lines = 0;
  for (const auto& part : plan.rectangles) {
    work.push_back(static_cast<double>(part.cells()));
    speed.push_back(plan.cluster[static_cast<std::size_t>(part.processor)].speed);
    lines += static_cast<double>(part.rows.count + part.columns.count);
  }
  Comparison predicted(json["predicted"], "/predicted", faults);
  predicted.number("elements", inner * lines);
  if (json["cluster"].is_null()) return;
  const auto area = statistics::exact_shares(speed);
  const double aspect = shares::aspect_of(plan.size.rows, plan.size.columns);
  const double bound = shares::half_perimeter_bound(area, aspect);
  predicted.number("lower_bound", inner * std::sqrt(rows * columns) * bound);
  predicted.number("imbalance", statistics::imbalance(work, speed), 1);
  // Blocks of processors that messages keep busy are not in proportion to speed.
  if (plan.left_out.empty() && plan.kernel != "matmul" && !knows_memory(plan))
    predicted.number("ratio", half_perimeters(plan, area, aspect) / bound);
  predicted.at_least("ratio", 1);
  HbspMatmul parts = plan;
  parts.predicted.seconds.reset();
  if (const auto seconds = hbsp::predicted_seconds(parts); seconds && !may_be_replayed(plan))
    predicted.number("seconds", *seconds);
}

}  // namespace

namespace {

/// The plan is among its candidates, and none of those that fit and are predicted in the same way takes less.
void check_candidates(const HbspMatmul& plan, const Node& json, document::Faults& faults) {
  if (plan.candidates.empty()) return;
  const auto chosen =
      std::ranges::find(plan.candidates, std::ssize(plan.rectangles), &document::ProductCandidate::processors);
  if (chosen == plan.candidates.end())
    return faults.add("/candidates", "none has the plan's " + std::to_string(plan.rectangles.size()) + " processors");
  for (std::size_t i = 0; i < plan.candidates.size(); ++i) {
    const document::ProductCandidate& row = plan.candidates[i];
    Comparison compared(json["candidates"].items()[i], "/candidates/" + std::to_string(i), faults);
    if (row.processors == chosen->processors) {
      compared.number("elements", static_cast<double>(plan.predicted.elements));
      if (plan.predicted.seconds) compared.number("seconds", *plan.predicted.seconds);
    } else if (row.fits && row.replayed == chosen->replayed && row.seconds && chosen->seconds) {
      compared.at_least("seconds", *chosen->seconds);
    }
  }
}

}  // namespace

document::Faults contradictions(const Node& json, const HbspMatmul& plan) {
  document::Faults faults;
  check_candidates(plan, json, faults);
  if (!json["cluster"].is_null()) check_layouts(plan, json, faults);
  check_prediction(plan, json, faults);
  check_memory(plan, faults);
  if (plan.predicted.bytes)
    if (const auto bytes = scheduled_bytes(plan)) Comparison(json["predicted"], "/predicted", faults).bytes(*bytes);
  return faults;
}

}  // namespace uneven::check
