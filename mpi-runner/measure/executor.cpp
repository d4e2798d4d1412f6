// SPDX-License-Identifier: MIT
#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "base/text_stream.hpp"
#include "comm/communicator.hpp"
#include "document/document.hpp"
#include "executors.hpp"
#include "launch/launch.hpp"
#include "machine/machine.hpp"
#include "measure/command/rounds.hpp"
#include "measure/kernels/kernel.hpp"
#include "measure/network/communication.hpp"
#include "measure/sampling/speed.hpp"
#include "simulate/shared_host/cores.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

/// Parts of the time for shared machines, where some processors compute while others rest, and for sample times.
constexpr double fewer_time_share = 0.5, sample_time_share = 0.2;
/// Length of the kernel's run between two messages.
constexpr double between_messages_s = 1e-3;
/// Doubles that stand for a command's data between two messages: they fill a second-level cache.
constexpr std::size_t other_numbers = 1 << 17;
/// Turns of work, in the program's order and in the kernel's alternately, so that noise on the machine slows
/// both.
constexpr int least_turns = 3;
constexpr double turns_s = 2;
/// Stolen part of a virtual machine's CPU time above which speeds hold only while its host is equally busy.
constexpr double much_stolen = 0.1;

/// Whether a quota stops this processor in every period.
bool is_limited(const machine::Machine& machine) { return machine.quota && machine.quota->cores < 1; }

/// Whether the quota leaves about the known share of a core. Only about, because felt quotas are uncertain.
bool has_share_of(const machine::Machine& machine, const document::MeasuredProcessor& known) {
  constexpr double alike = 2;
  const double times = known.cpu_share.value_or(1) / (is_limited(machine) ? machine.quota->cores : 1);
  return times < alike && alike * times > 1;
}

/// Number of lower ranks on this rank's host. Collective.
std::ptrdiff_t earlier_on(const comm::Communicator& world, const std::string& host) {
  const auto hosts = comm::all_gather(world, host);
  return std::count(hosts.begin(), hosts.begin() + world.rank(), host);
}

/// The known measurement of this processor: that of the same place on its host, or else one of its model and quota.
/// @param earlier  number of lower ranks on its host.
const document::MeasuredProcessor* find_known(const document::MeasureOptions& options, const machine::Machine& machine,
                                              std::ptrdiff_t earlier) {
  for (const auto& processor : options.known)
    if (processor.host && launch::same_host(*processor.host, machine.host) && earlier-- == 0) return &processor;
  for (const auto& processor : options.known)
    if (processor.cpu == machine.cpu && has_share_of(machine, processor)) return &processor;
  return nullptr;
}

/// Time of the work in other orders over its time in the kernel's order, measured alternately.
struct Ways {
  double in_order, tall;
};

Ways time_ways(const ProgramOrder& order) {
  std::vector<double> in_order, at_once, tall;
  const Measurement turns({.least = least_turns, .seconds = turns_s});
  while (!turns.enough(static_cast<int>(at_once.size()))) {
    in_order.push_back(machine::cpu_seconds(order.share));
    at_once.push_back(machine::cpu_seconds(order.kernel));
    tall.push_back(machine::cpu_seconds(order.tall));
  }
  const double usual = statistics::median(at_once);
  return {statistics::median(in_order) / usual, statistics::median(tall) / usual};
}

double settling_time(const machine::Machine& machine) { return is_limited(machine) ? 2 * machine.quota->period_s : 0; }

/// `value` over the mean of all ranks. Collective.
double over_mean(const comm::Communicator& world, double value) {
  const std::vector<double> all = comm::all_gather(world, value);
  return value * static_cast<double>(all.size()) / std::accumulate(all.begin(), all.end(), 0.0);
}

struct Measured {
  bool known;  ///< from other measurements
  document::MeasuredProcessor processor{};
  std::vector<document::SharedMachine> shared_machines{};
  std::optional<speeds::CommandMemory> memory{};  ///< of a command
};

/// Where and what this processor is, which is also of a known one.
void set_place(document::MeasuredProcessor& processor, const runner::Context& context) {
  processor.rank = context.world.rank();
  processor.host = context.machine.host;
  processor.cpu = context.machine.cpu;
}

/// Measures sizes and messages in three passes each, alternating with the single measurements. Collective.
Measured measure_in_turn(const document::MeasureOptions& options, const Kernel& kernel, const runner::Context& context,
                         const Alike& alike, Communication& communication) {
  const comm::Communicator& world = context.world;
  const document::MeasuredProcessor* known =
      find_known(options, context.machine, earlier_on(world, context.machine.host));
  const bool limited = is_limited(context.machine);
  const double settle_s = settling_time(context.machine);
  const auto load = [&](double scale) { return kernel.load(options, world.size(), scale); };
  Sizes sizes(
      world, context.wait_policy, [&](double scale) { return known ? Load{} : load(scale); },
      {options.confidence, options.max_seconds, settle_s}, options.curve);
  Measured measured{known != nullptr};
  document::MeasuredProcessor& mine = measured.processor;
  std::function<void()> short_run = [] {};

  sizes.pass();
  const double about = sizes.usual(alike).estimate.mean;
  if (kernel.order) {
    const ProgramOrder order = kernel.order(options, world.size(), over_mean(world, known ? known->speed : about));
    short_run = order.piece;
    const Ways ways = time_ways(order);
    mine.pipelined_slowdown = std::max(1.0, alike.midmean(ways.in_order));
    mine.tall_slowdown = std::max(1.0, alike.midmean(ways.tall));
  } else if (communication.quotas()) {
    const double speed = known ? known->speed : about;
    short_run = load(between_messages_s * speed / load(1).units).run;
  }
  communication.pass(short_run);

  sizes.pass();
  std::optional<double> sample_cpu_s;
  if (kernel.sample_time)
    sample_cpu_s = kernel.sample_time(options, world.size(), sample_time_share * options.max_seconds);
  communication.pass(short_run);

  sizes.pass();
  const Speed speed = sizes.usual(alike);
  if (options.curve && kernel.may_leave_out && options.known.empty())
    measured.shared_machines =
        measure_shared_machines(world, context.machine, load, speed.estimate.mean,
                                {options.confidence, fewer_time_share * options.max_seconds, settle_s});
  communication.pass(short_run);

  mine.speed = speed.estimate.mean;
  mine.relative_error = speed.estimate.relative_error();
  mine.repeats = speed.repeats;
  mine.outliers = speed.estimate.outliers;
  mine.curve = sizes.curve(alike);
  if (limited) {
    mine.cpu_share = std::min(1.0, speed.cpu_share);
    mine.cpu_burst_s = *mine.cpu_share * context.machine.quota->period_s;
  }
  // The problem is the same at every rank, so either all ranks have a sample time or none.
  if (sample_cpu_s) mine.sample_s = alike.midmean(*sample_cpu_s) / speed.cpu_share;
  if (known) mine = *known;
  set_place(mine, context);
  return measured;
}

/// Measures a user's command, then the messages. Collective.
Measured measure_command_and_messages(const document::MeasureOptions& options, const runner::Context& context,
                                      Communication& communication) {
  const document::MeasuredProcessor* known =
      find_known(options, context.machine, earlier_on(context.world, context.machine.host));
  auto [processor, memory] = measure_command(context, options, known != nullptr);
  std::vector<double> other_work(other_numbers, 1);
  for (int pass = 0; pass < Sizes::passes; ++pass)
    communication.pass([&] {
      for (double& number : other_work) number *= 0.5;
    });
  Measured measured{known != nullptr, known ? *known : processor, {}, memory};
  set_place(measured.processor, context);
  return measured;
}

/// Start of a warning about a processor.
std::string named(const document::MeasuredProcessor& processor) {
  return "rank " + std::to_string(processor.rank) + " on " + processor.host.value_or("?") + ": ";
}

/// Adds warnings of uncertain speeds. @param known  by rank: whether its speeds come from other measurements.
void add_warnings(document::Speeds& speeds, const std::vector<std::int32_t>& known, double confidence) {
  for (const auto& p : speeds.processors) {
    if (known[static_cast<std::size_t>(p.rank)]) continue;
    const std::string who = named(p);
    if (p.relative_error.value_or(0) > confidence)
      speeds.warnings.push_back(who + "its speed has a relative error of " +
                                std::to_string(*p.relative_error).substr(0, 6) + "; expected " +
                                std::to_string(confidence).substr(0, 6) + " at most");
    if (p.outliers.value_or(0) * 10 > p.repeats.value_or(0))
      speeds.warnings.push_back(who + std::to_string(*p.outliers) + " of " + std::to_string(*p.repeats) +
                                " repeats are outliers");
  }
}

/// Adds a warning of stolen CPU time. @param stolen  by rank: stolen part of the CPU time that its machine wanted.
void add_warning_of_theft(document::Speeds& speeds, const std::vector<double>& stolen) {
  const auto most = std::ranges::max_element(stolen);
  if (*most <= much_stolen) return;
  const auto& processor = speeds.processors[static_cast<std::size_t>(most - stolen.begin())];
  speeds.warnings.push_back(named(processor) + "other guests of the machine's host took " +
                            std::to_string(std::lround(100 * *most)) +
                            " % of the CPU time it asked for; measure again when it is quiet");
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  openblas_set_num_threads(1);
  document::MeasureOptions options;
  Kernel kernel;
  comm::all_or_abort(context.world, [&] {
    document::in_document(
        "", [&] { options = document::options_from_json<document::MeasureOptions>(job.input, job.options); });
    kernel = options.kernel == "command" ? command_kernel(context, options) : kernel_named(options.kernel);
  });
  runner::begin_work();
  const auto times_before = machine::cpu_times();
  document::Speeds speeds;
  speeds.kernel = kernel.name;
  speeds.kernel_options = kernel.options(options);
  speeds.unit = kernel.unit;
  const Alike alike(context.world, context.machine.cpu);
  Communication communication(context, kernel.long_messages, options, is_limited(context.machine));
  auto [is_known, mine, shared_machines, memory] = kernel.load
                                                       ? measure_in_turn(options, kernel, context, alike, communication)
                                                       : measure_command_and_messages(options, context, communication);
  const auto known = comm::all_gather(context.world, std::int32_t{is_known});
  speeds.shared_machines = std::move(shared_machines);
  if (memory) {
    speeds.memory_fixed_bytes = memory->fixed_bytes;
    speeds.memory_per_unit_bytes = memory->bytes_per_unit;
  } else if (std::ranges::all_of(known, [](std::int32_t is) { return is != 0; })) {
    speeds.memory_fixed_bytes = options.memory_fixed_bytes;
    speeds.memory_per_unit_bytes = options.memory_per_unit_bytes;
  }
  communication.set_costs(alike, mine);
  speeds.network = communication.network();
  speeds.network_pairs = communication.pairs();
  for (const std::string& text : comm::all_gather(context.world, to_json(mine).dump()))
    speeds.processors.push_back(document::from_json<document::MeasuredProcessor>(document::Json::parse(text)));
  speeds.shared_cores = shared_cores(context.world, context.machine);
  speeds.operation_s_per_element = measure_operation(context.world);
  speeds.long_operation_s_per_element = measure_long_operation(context.world);
  const auto stolen = comm::all_gather(context.world, machine::stolen_share(times_before, machine::cpu_times()));
  if (context.world.rank() != 0) return {};
  if (speeds.network) speeds.network->wakeup_s = simulate::fitted_wake(speeds, communication.fan_ins());
  add_warnings(speeds, known, options.confidence);
  add_warning_of_theft(speeds, stolen);
  for (const std::string& warning : speeds.warnings) runner::note(warning);
  OutputText out;
  write_document(out, speeds, false);
  return out.str();
}

}  // namespace uneven::measure
