// SPDX-License-Identifier: MIT
#include "measure/command/measure.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "launch/command_words.hpp"
#include "machine/memory.hpp"
#include "measure/command/rounds.hpp"

namespace uneven::measure {

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
  const CoreShare cores = share_of_cores(world, context.machine);
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
