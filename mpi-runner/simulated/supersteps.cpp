// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "document/array_shares.hpp"
#include "document/hbsp_costs.hpp"
#include "document/options/program_options.hpp"
#include "elements/programs.hpp"
#include "elements/tree_sum.hpp"
#include "shares/blocks.hpp"
#include "shares/makespan.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

namespace {

constexpr std::int64_t table_bytes = 1024;  ///< of sums and orders, as the planner assumes
constexpr std::int64_t done_bytes = 8;      ///< of the word of a call that has ended

/// Rounds of work and messages; a rank's lists are performed one after the other.
struct Rounds {
  std::vector<schedule::Schedule> lists;   ///< shape [p]; the first work is the rank's own
  std::vector<std::int64_t> units;         ///< of each rank in a round, shape [p]
  std::vector<shares::TimeModel> times;    ///< of units, shape [p]
  std::vector<document::Slowdown> slow{};  ///< rounds count from 1
  std::int64_t count = 1;
};

/// A rank at its rounds.
class Worker : public NoData {
 public:
  explicit Worker(double work_s) : NoData(1), work_s_(work_s) {}
  simulate::Costs costs() {
    simulate::Costs costs;
    costs.work = [this](const schedule::Work& work) {
      return work.name == elements::task_step ? std::optional(work_s_ / speed) : std::nullopt;
    };
    return costs;
  }
  double speed = 1;  ///< in this round, as a share of its own

 private:
  double work_s_;
};

std::vector<RoundsDone> perform(const Rounds& rounds, Cluster& cluster) {
  std::vector<RoundsDone> done(rounds.lists.size());
  Interconnect interconnect(cluster);
  on_all_ranks(cluster, [&](int rank) {
    const auto r = static_cast<std::size_t>(rank);
    // CPU time; a rank with a share of its core takes as long as the speeds say.
    Worker worker(rounds.times[r].seconds(static_cast<double>(rounds.units[r])) * cluster.platform.endpoints[r].share);
    Transport transport(interconnect, rank, worker.costs());
    schedule::Performer<double> performer(rounds.lists[r], transport, worker, {});
    for (std::int64_t round = 1; round <= rounds.count; ++round) {
      worker.speed = document::speed_in(rounds.slow, rank, round);
      const double start = transport.now();
      performer.perform();
      done[r].seconds.push_back(transport.now() - start);
    }
    transport.catch_up();
    done[r].times = performer.times();
    done[r].units = static_cast<double>(rounds.units[r] * rounds.count);
  });
  return done;
}

document::Report report_of(const std::vector<RoundsDone>& done, const document::Speeds& speeds) {
  document::Report report;
  double longest = 0;
  for (std::size_t r = 0; r < done.size(); ++r) {
    report.processors.push_back(line_of(speeds.processors[r], done[r].units, done[r].times));
    report.processors.back().rank = static_cast<std::int64_t>(r);
    longest = std::max(longest, std::accumulate(done[r].seconds.begin(), done[r].seconds.end(), 0.0));
  }
  report.iterations = std::ssize(done.front().seconds);
  report.seconds_per_iteration = longest / static_cast<double>(report.iterations);
  report.result = {{"seconds", done.front().seconds}};
  return report;
}

document::Report simulate_rounds(const Rounds& rounds, const document::Speeds& speeds, const Setting& setting) {
  Cluster cluster = setting.make_cluster(speeds, simulate::Messages::between_work);
  return report_of(perform(rounds, cluster), speeds);
}

/// The time of units by what the plan followed.
std::vector<shares::TimeModel> times_of(const document::Speeds& speeds, bool curves) {
  return shares::time_models(speeds, {.are_seconds = true, .curves = curves});
}

std::vector<std::int64_t> counts_of(const document::HbspElements& plan) {
  std::vector<std::int64_t> counts(plan.cluster.size(), 0);
  for (const auto& entry : plan.placement) counts[static_cast<std::size_t>(entry.processor)] = entry.elements.count;
  return counts;
}

schedule::Message message(int partner, std::int64_t bytes) { return {.partner = partner, .columns = {0, bytes}}; }

schedule::Schedule work_alone() {
  schedule::Schedule list;
  list.element_bytes = 1;
  list.operations.push_back(schedule::Work{elements::task_step});
  return list;
}

/// Every rank calls the command once, for all its units, and tells rank 0 when it has ended.
std::vector<schedule::Schedule> calls(std::size_t ranks) {
  std::vector<schedule::Schedule> lists(ranks, work_alone());
  for (std::size_t r = 1; r < ranks; ++r) {
    lists[0].operations.push_back(schedule::Receive{message(static_cast<int>(r), done_bytes), true});
    lists[r].operations.push_back(schedule::Send{message(0, done_bytes)});
  }
  return lists;
}

/// Every rank works on its block, then sends its neighbours what they need of it.
std::vector<schedule::Schedule> halos(const document::ArrayShares& plan, std::vector<std::int64_t>& cells) {
  std::vector<schedule::Schedule> lists(plan.cluster.size(), work_alone());
  std::vector<document::MatrixPart> blocks;
  for (const document::ArrayBlock& block : plan.blocks) blocks.push_back(block.cells);
  const auto messages = shares::halo_messages(blocks, plan.halo);
  std::vector<std::vector<schedule::Operation>> receives(lists.size());
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const auto from = static_cast<std::size_t>(blocks[b].processor);
    cells[from] = blocks[b].cells();
    for (const shares::HaloMessage& halo : messages[b]) {
      const auto to = static_cast<std::size_t>(blocks[halo.to].processor);
      const std::int64_t bytes = halo.cells * plan.element_bytes;
      if (bytes == 0) continue;
      lists[from].operations.push_back(schedule::Send{message(static_cast<int>(to), bytes)});
      receives[to].push_back(schedule::Receive{message(static_cast<int>(from), bytes), true});
    }
  }
  for (std::size_t r = 0; r < lists.size(); ++r)
    lists[r].operations.insert(lists[r].operations.end(), receives[r].begin(), receives[r].end());
  return lists;
}

void require_unit_speeds(const document::Speeds& speeds, const std::optional<std::string>& kernel) {
  if (kernel && !speeds.kernel.empty() && speeds.kernel != *kernel)
    throw InputError("the speeds are of kernel " + document::excerpt(speeds.kernel) + ", not " + *kernel);
}

}  // namespace

document::Report run_elements(const document::Job& job, const Setting& setting) {
  if (job.plan.empty()) throw InputError("/plan: missing; expected a plan of kind hbsp-elements");
  const auto plan = document::from_json<document::HbspElements>(job.plan);
  const auto options = document::options_from_json<document::BspOptions>(job.input, job.options);
  const std::string program = job.options.contains("program") ? options.program : plan.kernel.value_or("bsp");
  require_speeds(setting.speeds, plan.cluster.size());
  require_unit_speeds(setting.speeds, plan.kernel);
  if (options.user_program) throw InputError("/options/user_program: a user's program is not simulated");
  const auto mode = options.relocation.mode;
  if (mode == document::RelocationMode::steal)
    refuse_option(job.options, "relocation", true, "in a simulation but sync, async or blocks=B");
  const bool moves = mode != document::RelocationMode::none;
  if (moves && options.data)
    throw InputError("/input/data: found " + document::excerpt(job.input.at("data")) +
                     "; expected none in a simulation of elements that move, which knows no more than their number");
  elements::Superstep superstep{.ranks = static_cast<int>(plan.cluster.size())};
  superstep.sums_bytes = superstep.orders_bytes = table_bytes;
  if (elements::find_program(program) && elements::find_program(program)->reads_edges)
    throw InputError("/options/program: found " + document::excerpt(program) +
                     "; expected a program whose elements send each other no messages");
  document::require_processors(options.slow, std::ssize(plan.cluster));
  Rounds rounds{{}, counts_of(plan), times_of(setting.speeds, plan.curves), options.slow};
  for (int rank = 0; rank < superstep.ranks; ++rank) rounds.lists.push_back(elements::schedule(superstep, rank));
  rounds.count = options.iterations.value_or(elements::usual_iterations(program));
  document::Report report;
  if (moves) {
    Cluster cluster = setting.make_cluster(setting.speeds, simulate::Messages::between_work);
    document::OrderedJson relocations;
    report = report_of(simulate_relocation(options, program, rounds.count, rounds.lists, rounds.units, rounds.times,
                                           cluster, relocations),
                       setting.speeds);
    report.result["relocation"] = relocations;
  } else {
    report = simulate_rounds(rounds, setting.speeds, setting);
  }
  report.of = report.kernel = program;
  report.unit = "element";
  report.stopped = "iterations";
  report.predicted_seconds_per_iteration = plan.superstep_s;
  return report;
}

document::Report run_command(const document::Job& job, const Setting& setting) {
  const auto options = document::options_from_json<document::CommandOptions>(job.input, job.options);
  if (options.method != document::CallMethod::shares || options.piece)
    throw InputError("/options: a simulation calls a command once per rank; expected --method static without --piece");
  refuse_option(job.options, "checkpoint", options.checkpoint.has_value(), "in a simulation");
  document::Report report;
  if (job.plan.value("kind", "") == "array-shares") {
    const auto plan = document::from_json<document::ArrayShares>(job.plan);
    require_speeds(setting.speeds, plan.cluster.size());
    require_unit_speeds(setting.speeds, plan.kernel);
    Rounds rounds{{}, std::vector<std::int64_t>(plan.cluster.size(), 0), times_of(setting.speeds, true)};
    rounds.lists = halos(plan, rounds.units);
    rounds.count = setting.rounds.value_or(1);
    report = simulate_rounds(rounds, setting.speeds, setting);
    report.predicted_seconds_per_iteration = plan.predicted.superstep_s;
    report.unit = "cell";
  } else {
    const auto plan = document::from_json<document::HbspElements>(job.plan);
    require_speeds(setting.speeds, plan.cluster.size());
    require_unit_speeds(setting.speeds, plan.kernel);
    Rounds rounds{calls(plan.cluster.size()), counts_of(plan), times_of(setting.speeds, plan.curves)};
    report = simulate_rounds(rounds, setting.speeds, setting);
    report.predicted_seconds_per_iteration = plan.seconds;
    report.unit = "unit";
  }
  report.of = report.kernel = "command";
  return report;
}

}  // namespace uneven::simulated
