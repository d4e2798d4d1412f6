// SPDX-License-Identifier: MIT
#include "measure/command/rounds.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "launch/words.hpp"
#include "machine/machine.hpp"
#include "measure/sampling/speed.hpp"
#include "speeds/derived.hpp"

namespace uneven::measure {

namespace {

/// Parts of the time for the measurement: of a run; of a unit that takes very long.
constexpr double run_part = 0.05, long_unit_part = 0.125;
/// Longest search over the time for the measurement.
constexpr double search_times = 3;
/// The numbers of units to measure, as parts of the largest.
const std::vector<std::int64_t> two_parts{8, 1}, curve_parts{64, 16, 4, 1};
/// Largest number of a curve over the number found.
constexpr std::int64_t curve_times = 4;

std::string mean_seconds(const std::vector<double>& seconds) {
  char text[32];
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  std::snprintf(text, sizeof text, "%.3g s", sum / static_cast<double>(seconds.size()));
  return text;
}

std::string count_of_units(std::int64_t units) { return std::to_string(units) + (units == 1 ? " unit" : " units"); }

}  // namespace

bool all_did(const comm::Communicator& world, std::exception_ptr& failure, const std::function<void()>& work) {
  std::exception_ptr mine;
  try {
    work();
  } catch (...) {
    mine = std::current_exception();
  }
  comm::meet_asleep(world);
  if (mine && !failure) failure = mine;
  return comm::maximum(world, std::int32_t{mine != nullptr}) == 0;
}

CommandRounds::CommandRounds(const runner::Context& context, const document::MeasureOptions& options,
                             UserCommand& command, bool idle)
    : context_(context),
      options_(options),
      command_(command),
      idle_(idle),
      measurement_({.seconds = options.max_seconds, .confidence = options.confidence}) {}

bool CommandRounds::round(std::int64_t units, double least_s, std::exception_ptr& failure) {
  const double start = MPI_Wtime();
  const auto run_once = [&] {
    const launch::ChildEnd end = command_.run(units);
    last_s_ = end.seconds;
    if (warm_) {
      runs_[units].seconds.push_back(end.seconds);
      runs_[units].peak_bytes.push_back(static_cast<double>(end.peak_bytes));
    }
    warm_ = true;
  };
  return all_did(context_.world, failure, [&] {
    if (idle_) return;
    do run_once();
    while (MPI_Wtime() - start < least_s);
  });
}

bool CommandRounds::search(std::exception_ptr& failure) {
  speeds::AmountSearch search({.target_s = run_part * options_.max_seconds,
                               .long_unit_s = long_unit_part * options_.max_seconds,
                               .given = options_.units.value_or(0)});
  const Measurement limit({.seconds = search_times * options_.max_seconds});
  for (int made = 0;; ++made) {
    const bool missing = !idle_ && !search.found();
    if (made > 1 && limit.time_is_up(context_.world)) return true;
    if (comm::maximum(context_.world, std::int32_t{missing}) == 0) return true;
    if (!round(search.units(), 0, failure)) return false;
    search.add(last_s_);
    if (context_.world.rank() == 0)
      runner::progress(made + 1, 0, "measurement", measurement_.elapsed_s(), "units",
                       static_cast<double>(search.units()));
  }
}

std::vector<std::int64_t> CommandRounds::amounts() const {
  if (options_.units && !options_.curve) return {*options_.units};
  const std::int64_t found = options_.units ? *options_.units : idle_ ? 1 : runs_.rbegin()->first;
  const std::int64_t largest = options_.curve && !options_.units ? curve_times * found : found;
  std::vector<std::int64_t> list;
  for (const std::int64_t part : options_.curve ? curve_parts : two_parts)
    list.push_back(std::max<std::int64_t>(1, largest / part));
  return list;
}

bool CommandRounds::measure(std::exception_ptr& failure) {
  if (!search(failure)) return false;
  const std::vector<std::int64_t> units = amounts();
  std::vector<double> least_s(units.size());
  for (int made = 1;; ++made) {
    for (std::size_t i = 0; i < units.size(); ++i) {
      if (!round(units[i], least_s[i], failure)) return false;
      least_s[i] = length_for_all(context_.world, idle_ ? 0 : last_s_);
    }
    const auto cost = idle_ ? std::nullopt : speeds::fit_cost(runs_);
    const double error = idle_ ? 0 : cost ? cost->relative_error : std::numeric_limits<double>::infinity();
    if (context_.world.rank() == 0)
      runner::progress(made, 0, "measurement", measurement_.elapsed_s(), "relative error", error);
    if (measurement_.enough(context_.world, made, error)) return true;
  }
}

speeds::CommandCost CommandRounds::cost() const {
  if (const auto cost = speeds::fit_cost(runs_)) return *cost;
  const auto& [least, few] = *runs_.begin();
  const auto& [most, many] = *runs_.rbegin();
  throw InputError("the time of the command does not grow with {units}: " + count_of_units(least) + " took " +
                   mean_seconds(few.seconds) + ", " + count_of_units(most) + " " + mean_seconds(many.seconds) +
                   "; expected a command that does so many units, or more --max-seconds, or --units");
}

namespace {

/// Longest run of the command over the time for the measurement.
constexpr double longest_run = 3;

/// The ranks of this rank's host.
struct HostRanks {
  int count = 0;
  bool first = false;       ///< whether this rank is the lowest
  double memory_bytes = 0;  ///< free on the host; infinite if unknown
};

HostRanks ranks_here(const runner::Context& context) {
  const auto hosts = comm::all_gather(context.world, context.machine.host);
  const auto free = comm::all_gather(context.world, machine::free_host_memory());
  HostRanks here{.memory_bytes = std::numeric_limits<double>::infinity()};
  for (std::size_t rank = 0; rank < hosts.size(); ++rank) {
    if (hosts[rank] != context.machine.host) continue;
    if (here.count++ == 0) here.first = static_cast<int>(rank) == context.world.rank();
    here.memory_bytes = std::min(here.memory_bytes, free[rank]);
  }
  return here;
}

/// All ranks' peaks of memory; their seconds are left out. Collective.
std::vector<speeds::RunsByUnits> gather_peaks(const comm::Communicator& world, const speeds::RunsByUnits& mine) {
  document::Json list = document::Json::array();
  for (const auto& [units, runs] : mine) list.push_back({units, runs.peak_bytes});
  std::vector<speeds::RunsByUnits> all;
  for (const std::string& text : comm::all_gather(world, list.dump()))
    for (auto& of_rank = all.emplace_back(); const auto& entry : document::Json::parse(text))
      of_rank[entry[0].get<std::int64_t>()].peak_bytes = entry[1].get<std::vector<double>>();
  return all;
}

document::MeasuredProcessor processor_of(const speeds::CommandCost& cost, bool with_curve) {
  document::MeasuredProcessor processor;
  processor.speed = cost.speed;
  processor.relative_error = cost.relative_error;
  processor.repeats = cost.repeats;
  if (cost.fixed_is_known) processor.fixed_s = cost.fixed_s;
  if (with_curve) processor.curve = cost.curve;
  return processor;
}

}  // namespace

Kernel command_kernel(const runner::Context& context, const document::MeasureOptions& options) {
  if (context.command.empty()) throw UsageError("--command is required, for the speed of a command");
  Kernel kernel;
  kernel.name = "command";
  kernel.unit = options.unit;
  kernel.options = [text = launch::shell_text(context.command)](const document::MeasureOptions&) {
    return document::Json{{"command", text}};
  };
  return kernel;
}

CommandSpeed measure_command(const runner::Context& context, const document::MeasureOptions& options, bool known) {
  const comm::Communicator& world = context.world;
  const HostRanks here = ranks_here(context);
  const runner::CoreShare cores = runner::share_of_cores(world, context.machine);
  std::optional<UserCommand> command(std::in_place, context, cores, longest_run * options.max_seconds);
  CommandRounds rounds(context, options, *command, known);
  CommandSpeed measured;
  std::exception_ptr failure;
  const auto once_per_host = [&](const std::string& name, const std::string& text) {
    return all_did(world, failure, [&] {
      if (here.first && !text.empty()) command->run_shell(name, text);
    });
  };
  if (once_per_host("--setup", context.setup) && rounds.measure(failure))
    all_did(world, failure, [&] {
      if (!known) measured.processor = processor_of(rounds.cost(), options.curve);
    });
  once_per_host("--cleanup", context.cleanup);
  command.reset();  // removes its folder, also before an abort
  comm::all_or_abort(world, [&] {
    if (failure) std::rethrow_exception(failure);
  });
  measured.processor.threads = cores.threads;
  if (std::isfinite(here.memory_bytes))
    measured.processor.memory_bytes = static_cast<std::int64_t>(here.memory_bytes / here.count);
  measured.memory = speeds::fit_memory(gather_peaks(world, rounds.runs()));
  return measured;
}

}  // namespace uneven::measure
