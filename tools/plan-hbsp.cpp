// SPDX-License-Identifier: MIT
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/tool.hpp"
#include "data/table.hpp"
#include "document/speeds_option.hpp"
#include "hbsp/cost.hpp"
#include "hbsp/matmul.hpp"
#include "hbsp/schedule.hpp"
#include "shares/makespan.hpp"
#include "shares/options.hpp"

namespace {

using namespace uneven;

/// The fault of the text of --size; "" if there is none.
std::string complaint_about_size(const std::string& text) {
  const auto words = split(text, 'x');
  if (words.size() != 1 && words.size() != 3) return "'" + shown(text) + "' is neither n nor MxKxN";
  for (const std::string& word : words)
    if (const auto complaint = integer_from(1, document::largest_extent)(word); !complaint.empty()) return complaint;
  return "";
}

/// Precondition: complaint_about_size() has none.
document::ProductSize parse_size(const std::string& text) {
  std::vector<std::int64_t> extents;
  for (const std::string& word : split(text, 'x')) extents.push_back(std::stoll(word));
  return extents.size() == 1 ? document::ProductSize(extents[0])
                             : document::ProductSize(extents[0], extents[1], extents[2]);
}

document::Layouts parse_layouts(const std::string& text) {
  std::vector<document::Layout> layouts;
  const auto words = split(text, ',');
  for (const std::string& word : words)
    if (const auto layout = document::layout_named(word)) layouts.push_back(*layout);
  if (words.size() != 3 || layouts.size() != 3)
    throw UsageError("--layout: found '" + text + "'; expected three of alpha, beta, gamma: A,B,C");
  return {layouts[0], layouts[1], layouts[2]};
}

double parse_amount(std::string_view text, const std::string& option) {
  const double cost = parse_number(text, option);
  if (cost < 0) throw UsageError(option + ": found " + std::string(text) + "; expected a number >= 0");
  return cost;
}

/// Absent if it was not given.
std::optional<double> parse_cost(const std::string& text, const std::string& option) {
  return text.empty() ? std::nullopt : std::optional(parse_amount(text, option));
}

/// g_i of `processors`: one number for all, or a list.
std::vector<double> parse_gaps(const std::string& text, std::size_t processors) {
  if (text.find_first_of(",*") == std::string::npos)
    return std::vector<double>(processors, parse_cost(text, "--gap").value());
  auto gaps = parse_list(text, "--gap", "numbers such as 4*1.0,0", parse_amount);
  if (gaps.size() != processors)
    throw UsageError("--gap: found " + std::to_string(gaps.size()) + " numbers; expected one, or one for each of " +
                     std::to_string(processors) + " processors");
  return gaps;
}

document::HbspCosts costs_of(const std::string& table, const document::Speeds& speeds, const std::string& gap,
                             std::optional<double> barrier) {
  document::HbspCosts costs;
  costs.cluster = document::cluster_of(speeds);
  const double measured_gap = speeds.network ? speeds.network->gap_s_per_byte : hbsp::BspCosts{}.gap;
  const double measured_barrier = speeds.network ? speeds.network->barrier_s : hbsp::BspCosts{}.barrier;
  costs.gap =
      gap.empty() ? std::vector<double>(costs.cluster.size(), measured_gap) : parse_gaps(gap, costs.cluster.size());
  costs.barrier = barrier.value_or(measured_barrier);
  costs.supersteps = hbsp::read_supersteps(table, costs.cluster.size());
  if (!speeds.kernel.empty()) costs.kernel = speeds.kernel;
  costs.kernel_options = speeds.kernel_options;
  hbsp::price(costs);
  return costs;
}

/// Elements in proportion to speed, or within limits where there are some.
document::HbspElements plan_elements(std::int64_t count, const document::Speeds& speeds,
                                     const shares::LimitsOption& limits) {
  const auto busy = hbsp::message_seconds(speeds);
  if (!limits.matter(speeds)) return hbsp::plan_elements(count, document::cluster_of(speeds), busy);
  return shares::plan_shares(count, speeds, limits.read(speeds), {hbsp::are_element_speeds(speeds), false, busy});
}

}  // namespace

int main(int argc, char** argv) {
  Tool tool("plan-hbsp", "Plan work on processors of unequal speed by the heterogeneous BSP model.");

  document::SpeedsOption input;
  hbsp::MatmulRequest request;
  std::string size, layout = "alpha,alpha,alpha";
  std::string gap, barrier;
  CommandLine matmul =
      tool.app.add_subcommand("matmul", "A matrix product C = A B: costs of all 27 layouts, and blocks");
  matmul.add_option("--size", size, "n: all matrices are n x n; or MxKxN: A is M x K, B is K x N, C is M x N")
      .required()
      .check(complaint_about_size)
      .type_name("N|MxKxN");
  matmul.add_option("--layout", layout, "A,B,C, each alpha (blocks), beta (row bands) or gamma (column bands)")
      .show_default();
  matmul.add_option("--gap", gap, "G of the table of layouts: sending one element, in operations of the slowest")
      .show_default("as measured, else 1")
      .type_name("G");
  matmul.add_option("--barrier", barrier, "L of the table of layouts, in the same unit")
      .show_default("as measured, else 0")
      .type_name("L");
  Option panel = matmul.add_option("--panel", request.panel, "Columns of A, and rows of B, that travel at a time");
  panel.check(integer_from(1, document::largest_extent))
      .show_default("384, or what is predicted to be faster")
      .type_name("N")
      .group("Advanced");
  matmul
      .add_option("--processors", request.processors,
                  "The fastest K only (default: all; with a measured network as many as pay)")
      .type_name("K")
      .check(integer_from(1));
  shares::MemoryOption memory;
  memory.add_to(matmul);
  input.add_to(matmul);

  std::string program;
  CommandLine cost =
      tool.app.add_subcommand("cost", "A program of your own: what its supersteps cost, and with the best shares");
  cost.add_option("TABLE", program, "Lines of superstep, processor or *, w and h; '-' is standard input")
      .required()
      .type_name("FILE");
  cost.add_option("--gap", gap, "g: time per unit of h; one for all processors, or a list")
      .show_default("as measured, per byte, else 1")
      .type_name("LIST");
  cost.add_option("--barrier", barrier, "L: time of a barrier").show_default("as measured, else 0").type_name("L");
  input.add_to(cost);

  std::int64_t count = 0;
  std::string data;
  CommandLine elements =
      tool.app.add_subcommand("elements", "Equal elements: consecutive ranges in proportion to speed");
  Option count_option = elements.add_option("--count", count, "Elements to place");
  count_option.check(integer_from(0)).type_name("D");
  Option data_option = elements.add_option("--data", data, "As many as the rows of a table");
  data_option.type_name("FILE").excludes(count_option);
  document::TableOptions table_options;
  document::add_table_options(elements, table_options);
  shares::LimitsOption limits;
  limits.add_to(elements);
  input.add_to(elements);

  tool.app.add_examples(
      {"plan-hbsp elements --count 800 --speeds 4,2,2*1", "plan-hbsp matmul --size 1200 --speeds 3*1,9"});
  return tool.run(argc, argv, [&] {
    std::optional<double> given_gap, given_barrier;
    if (matmul.parsed()) {
      request.size = parse_size(size);
      request.layout = parse_layouts(layout);
      given_gap = parse_cost(gap, "--gap");
      given_barrier = parse_cost(barrier, "--barrier");
    }
    if (elements.parsed() && !count_option.given() && !data_option.given())
      throw UsageError("--count is required, or --data");
    if (cost.parsed()) input.require_other_than(program, "TABLE");
    if (elements.parsed()) input.require_other_than(data, "--data");
    tool.require_apart(data);
    tool.require_apart(program);
    auto speeds = input.read(tool);
    if (matmul.parsed()) {
      if (request.processors && *request.processors > std::ssize(speeds.processors))
        throw UsageError("--processors " + std::to_string(*request.processors) + ": the speeds are those of " +
                         std::to_string(speeds.processors.size()));
      memory.apply_to(speeds);
      const auto measured = hbsp::bsp_costs(speeds).value_or(hbsp::BspCosts{});
      request.table = {given_gap.value_or(measured.gap), given_barrier.value_or(measured.barrier)};
      request.costs = hbsp::message_costs(speeds);
      auto plan = hbsp::plan_on_paying_processors(request, speeds, panel.given());
      plan.predicted.bytes = hbsp::sent_bytes(plan, hbsp::element_bytes_of(speeds.kernel_options));
      document::write_plan(tool, std::move(plan), speeds, hbsp::are_matmul_speeds(speeds));
    } else if (cost.parsed()) {
      auto costs = costs_of(program, speeds, gap, parse_cost(barrier, "--barrier"));
      costs.made_by = tool.made_by();
      tool.write(costs);
    } else {
      const auto table = data.empty() ? data::TableInfo{count} : data::read_table_info(data, table_options);
      auto plan = plan_elements(table.rows, speeds, limits);
      if (!data.empty()) plan.data = {{"file", text_of_name(data)}, {"bytes", table.bytes}};
      const bool has_seconds = hbsp::are_element_speeds(speeds);
      if (has_seconds) hbsp::predict_seconds(plan, speeds);
      document::write_plan(tool, std::move(plan), speeds, has_seconds);
    }
  });
}
