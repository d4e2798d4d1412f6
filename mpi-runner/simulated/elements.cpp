// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "elements/programs.hpp"
#include "elements/serial.hpp"
#include "elements/settings.hpp"
#include "elements/tree_sum.hpp"
#include "simulated/relocating_rank.hpp"

namespace uneven::simulated {

namespace {

constexpr std::int64_t table_bytes = 1024;  ///< of sums and orders, as the planner assumes

/// The group whose elements are many.
elements::Placement placement_of(const document::BspOptions& options, const std::string& program,
                                 const std::vector<std::int64_t>& placed) {
  const elements::ProgramEntry* const entry = elements::find_program(program);
  if (!entry) throw InputError("/options/program: missing; expected one whose elements can move");
  elements::Settings settings = elements::settings_of(options);
  if (settings.classes == 0) settings.classes = elements::Settings{}.classes;
  settings.elements = std::accumulate(placed.begin(), placed.end(), std::int64_t{0});
  settings.columns = static_cast<int>(options.dimensions) + entry->has_label;
  const auto made = elements::make_program(program, settings);
  const auto groups = groups_of(*made);
  const auto spread = std::ranges::find(groups, false, &elements::Group::central);
  const elements::BlockLayout layout = elements::Tables(*made).layout_of(*spread);
  return {*spread, layout, in_blocks(placed, layout)};
}

/// Refuses what only computing would give, or what the simulation knows nothing of.
void require_simulated(const document::Job& job, const document::BspOptions& options, const std::string& program) {
  const elements::ProgramEntry* const entry = elements::find_program(program);
  if (options.user_program) throw InputError("/options/user_program: a user's program is not simulated");
  if (entry && entry->reads_edges)
    throw InputError("/options/program: found " + document::excerpt(program) +
                     "; expected a program whose elements send each other no messages");
  if (entry) require_asked(elements::settings_of(options).parameters);
  refuse_option(job.options, "output", options.output.has_value());
  refuse_option(job.options, "outputs", !options.outputs.empty());
  refuse_option(job.options, "checkpoint", options.checkpoint.has_value());
  refuse_option(job.options, "starts", options.starts > 1,
                "in a simulation, which knows no end of a run but its last iteration");
  if (options.model)
    throw InputError("/input/model: found " + document::excerpt(job.input.at("model")) +
                     "; expected none in a simulation, which computes no results");
}

}  // namespace

Relocation::Relocation(const document::BspOptions& options_, const Rounds& rounds_, const Loads& loads_,
                       elements::Placement placement_)
    : options(options_),
      rounds(rounds_),
      loads(loads_),
      placement(std::move(placement_)),
      relocator(options_, 1, 0),
      timing{std::vector<double>(rounds.lists.size()), std::vector<std::int64_t>(rounds.lists.size())},
      move_s(rounds.lists.size(), 0),
      moved_bytes(rounds.lists.size(), 0) {
  for (std::size_t rank = 0; rank < rounds.lists.size(); ++rank) {
    blocks.emplace_back(static_cast<std::size_t>(placement.counts[rank]));
    std::iota(blocks.back().begin(), blocks.back().end(), placement.split[rank]);
  }
}

std::vector<RoundsDone> perform(Relocation& all, Cluster& cluster) {
  std::vector<RoundsDone> done(all.blocks.size());
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    RelocatingRank one(interconnect, all, rank);
    done[static_cast<std::size_t>(rank)] = one.run();
  });
  return done;
}

document::Report run_elements(const document::Job& job, const Setting& setting) {
  if (job.plan.empty()) throw InputError("/plan: missing; expected a plan of kind hbsp-elements");
  const auto plan = document::from_json<document::HbspElements>(job.plan);
  const auto options = document::options_from_json<document::BspOptions>(job.input, job.options);
  const std::string program = job.options.contains("program") ? options.program : plan.kernel.value_or("bsp");
  require_speeds(setting.speeds, plan.cluster.size());
  require_unit_speeds(setting.speeds, plan.kernel);
  require_simulated(job, options, program);
  document::require_processors(options.slow, std::ssize(plan.cluster));
  const Loads loads(setting.loads, setting.speeds);
  const bool in_blocks = options.relocation.mode != document::RelocationMode::none || !loads.empty();
  if (in_blocks && options.data)
    throw InputError("/input/data: found " + document::excerpt(job.input.at("data")) +
                     "; expected none in a simulation of blocks of elements, which knows no more than their number");
  elements::Superstep superstep{.ranks = static_cast<int>(plan.cluster.size())};
  superstep.sums_bytes = superstep.orders_bytes = table_bytes;
  Rounds rounds{{}, counts_of(plan), times_of(setting.speeds, plan.curves), options.slow};
  for (int rank = 0; rank < superstep.ranks; ++rank) rounds.lists.push_back(elements::schedule(superstep, rank));
  rounds.count = options.iterations.value_or(elements::usual_iterations(program));
  document::Report report;
  if (in_blocks) {
    Relocation all(options, rounds, loads, placement_of(options, program, rounds.units));
    Cluster cluster = setting.make_cluster(setting.speeds, simulate::Messages::between_work);
    report = report_of(perform(all, cluster), setting.speeds);
    if (options.relocation.mode != document::RelocationMode::none) report.result["relocation"] = all.relocator.report();
  } else {
    report = simulate_rounds(rounds, setting.speeds, setting);
  }
  report.of = report.kernel = program;
  report.unit = "element";
  report.stopped = "iterations";
  report.predicted_seconds_per_iteration = plan.superstep_s;
  return report;
}

}  // namespace uneven::simulated
