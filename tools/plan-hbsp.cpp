// SPDX-License-Identifier: MIT
#include <optional>
#include <string>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/foreign_text.hpp"
#include "base/number.hpp"
#include "base/number_checks.hpp"
#include "base/tool.hpp"
#include "data/table.hpp"
#include "document/speeds_option.hpp"
#include "hbsp/elements.hpp"
#include "hbsp/exchange.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/panels.hpp"
#include "shares/limits_option.hpp"
#include "shares/plan.hpp"

namespace {

using namespace uneven;

document::Layouts parse_layouts(const std::string& text) {
  std::vector<document::Layout> layouts;
  const auto words = split(text, ',');
  for (const std::string& word : words)
    if (const auto layout = document::layout_named(word)) layouts.push_back(*layout);
  if (words.size() != 3 || layouts.size() != 3)
    throw UsageError("--layout: found '" + text + "'; expected three of alpha, beta, gamma: A,B,C");
  return {layouts[0], layouts[1], layouts[2]};
}

/// Absent if it was not given.
std::optional<double> parse_cost(const std::string& text, const std::string& option) {
  if (text.empty()) return {};
  const double cost = parse_number(text, option);
  if (cost < 0) throw UsageError(option + ": found " + text + "; expected a number >= 0");
  return cost;
}

/// Elements in proportion to speed, or within limits where there are some.
document::HbspElements plan_elements(std::int64_t count, const document::Speeds& speeds,
                                     const shares::LimitsOption& limits) {
  const auto busy = hbsp::message_seconds(speeds);
  if (!limits.matter(speeds)) return hbsp::plan_elements(count, document::cluster_of(speeds), busy);
  return shares::plan_shares(count, speeds, limits.read(speeds), {hbsp::are_element_speeds(speeds), false, busy});
}

/// Seconds follow from speeds of the right kernel; from others only shares do, which is worth a word.
template <class Plan>
void finish(const Tool& tool, Plan& plan, const document::Speeds& speeds, bool has_seconds) {
  if (!speeds.kernel.empty()) {
    plan.kernel = speeds.kernel;
    plan.kernel_options = speeds.kernel_options;
    if (has_seconds)
      hbsp::predict_seconds(plan, speeds);
    else
      tool.note("the speeds are of kernel " + shown(speeds.kernel) + ": planned by shares, no seconds predicted");
  }
  plan.made_by = tool.made_by();
  tool.write(plan);
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("plan-hbsp", "Plan work on processors of unequal speed by the heterogeneous BSP model.");

  document::SpeedsOption input;
  hbsp::MatmulRequest request;
  std::string layout = "alpha,alpha,alpha";
  std::string gap, barrier;
  CommandLine matmul =
      tool.app.add_subcommand("matmul", "A matrix product C = A B: costs of all 27 layouts, and blocks");
  matmul.add_option("--size", request.size, "n: all matrices are n x n")
      .required()
      .check(integer_from(1, 94906265))
      .type_name("N");
  matmul.add_option("--layout", layout, "A,B,C, each alpha (blocks), beta (row bands) or gamma (column bands)")
      .show_default();
  matmul.add_option("--gap", gap, "G of the table of layouts: sending one element, in operations of the slowest")
      .show_default("as measured, else 1")
      .type_name("G");
  matmul.add_option("--barrier", barrier, "L of the table of layouts, in the same unit")
      .show_default("as measured, else 0")
      .type_name("L");
  Option panel = matmul.add_option("--panel", request.panel, "Columns of A, and rows of B, that travel at a time");
  panel.check(integer_from(1, 94906265))
      .show_default("384, or what is predicted to be faster")
      .type_name("N")
      .group("Advanced");
  input.add_to(matmul);

  std::int64_t count = 0;
  std::string data;
  CommandLine elements =
      tool.app.add_subcommand("elements", "Equal elements: consecutive ranges in proportion to speed");
  Option count_option = elements.add_option("--count", count, "Elements to place");
  count_option.check(integer_from(0)).type_name("D");
  Option data_option = elements.add_option("--data", data, "As many as the rows of an NPY or CSV file");
  data_option.type_name("FILE").excludes(count_option);
  shares::LimitsOption limits;
  limits.add_to(elements);
  input.add_to(elements);

  return tool.run(argc, argv, [&] {
    std::optional<double> given_gap, given_barrier;
    if (matmul.parsed()) {
      request.layout = parse_layouts(layout);
      given_gap = parse_cost(gap, "--gap");
      given_barrier = parse_cost(barrier, "--barrier");
    }
    if (elements.parsed() && !count_option.given() && !data_option.given())
      throw UsageError("--count is required, or --data");
    tool.require_apart(data);
    const auto speeds = input.read(tool);
    if (matmul.parsed()) {
      const auto measured = hbsp::bsp_costs(speeds).value_or(hbsp::BspCosts{});
      request.table = {given_gap.value_or(measured.gap), given_barrier.value_or(measured.barrier)};
      request.costs = hbsp::message_costs(speeds);
      auto plan = panel.given() ? hbsp::plan_matmul(request, document::cluster_of(speeds))
                                : hbsp::plan_with_best_panel(request, speeds);
      plan.predicted.bytes = hbsp::sent_bytes(plan, hbsp::element_bytes_of(speeds.kernel_options));
      finish(tool, plan, speeds, hbsp::are_matmul_speeds(speeds));
    } else {
      const auto table = data.empty() ? data::TableInfo{count} : data::read_table_info(data);
      auto plan = plan_elements(table.rows, speeds, limits);
      if (!data.empty()) plan.data = {{"file", text_of_name(data)}, {"bytes", table.bytes}};
      finish(tool, plan, speeds, hbsp::are_element_speeds(speeds));
    }
  });
}
