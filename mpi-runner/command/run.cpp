// SPDX-License-Identifier: MIT
#include "command/run.hpp"

#include <mpi.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <ctime>
#include <functional>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/text.hpp"
#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "document/document.hpp"
#include "document/job.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "launch/words.hpp"
#include "planned.hpp"

namespace uneven::command {

namespace {

/// Waits for a program or a message without taking time from programs: the longer nothing has happened, the longer, so
/// that what happens is seen within a twentieth of the time that it took.
class WaitBackoff {
 public:
  void wait(bool any, std::vector<pollfd>& waits) {
    const double now = MPI_Wtime();
    if (any) since_ = now;
    const double pause_s = std::clamp((now - since_) / 20, shortest_s, longest_s);
    const timespec time{0, std::lround(pause_s * 1e9)};
    ::ppoll(waits.data(), waits.size(), &time, nullptr);
  }

 private:
  static constexpr double shortest_s = 50e-6, longest_s = 5e-3;
  double since_ = MPI_Wtime();
};

}  // namespace

Run::Run(const Work& work, const document::CommandOptions& options, const runner::Context& context,
         const comm::Communicator& comm)
    : work_(work), options_(options), context_(context), comm_(comm) {
  template_ = {.work = &work,
               .words = context.command,
               .output = context.outputs,
               .lines = options.lines.value_or(""),
               .host = context.machine.host,
               .cores = runner::share_of_cores(comm, context.machine).cores};
  if (options.lines) prepare_lines();
  const auto hosts = comm::all_gather(comm_, context.machine.host);
  comm::all_or_abort(comm_, [&] {
    if (comm_.rank() != 0) return;
    prepare_dispatch();
    dispatch_->hosts = hosts;
  });
}

namespace {

/// The plan's processors that are there, in order.
std::vector<int> present(const Work& work, const document::CommandOptions& options) {
  std::vector<int> processors;
  for (int i = 0; i < static_cast<int>(work.cluster.size()); ++i)
    if (!std::ranges::binary_search(options.absent, std::int64_t{i})) processors.push_back(i);
  return processors;
}

}  // namespace

void Run::prepare_lines() {
  const std::array files{*options_.lines};
  lines_digest_ = runner::same_data(files, true, comm_, context_)[0];
  comm::all_or_abort(comm_, [&] {
    if (comm_.rank() != 0) return;
    lines_.emplace(*options_.lines);
    if (lines_->lines() != work_.count)
      throw InputError(shown(*options_.lines) + ": has " + std::to_string(lines_->lines()) + " lines; expected " +
                       std::to_string(work_.count) + ", the count of the plan");
  });
}

void Run::prepare_dispatch() {
  outputs_.emplace(context_.standard_output, context_.by_tool, comm_.size());
  if (options_.checkpoint) take_up_checkpoint();
  if (options_.keep_order && !options_.checkpoint) outputs_->keep_order("", false);
  std::vector<document::Range> done;
  if (log_)
    for (const Done& piece : log_->done()) done.push_back(piece.units);
  const std::vector<Begun> unfinished = log_ ? log_->unfinished() : std::vector<Begun>();
  const Cutting cutting{options_.method, work_.multiple_of, options_.least, options_.piece};
  const std::vector<double> speed = document::speeds_of(work_.cluster);
  std::vector<document::Range> no_cut = done;
  for (const Begun& piece : unfinished) no_cut.push_back(piece.units);
  dispatch_.emplace(Dispatch{.work = work_,
                             .dealer = Dealer(cutting, work_.ranges, speed, no_cut, options_.absent),
                             .outputs = *outputs_,
                             .log = log_.get(),
                             .lines = lines_ ? &*lines_ : nullptr,
                             .processors = present(work_, options_),
                             .hosts = {},
                             .before = 0});
  for (const Begun& piece : unfinished)
    dispatch_->dealer.give_back({piece.units, piece.owner < std::ssize(work_.ranges) ? piece.owner : 0});
  for (const document::Range& units : done) dispatch_->before += units.count;
}

void Run::take_up_checkpoint() {
  const std::string& path = *options_.checkpoint;
  const std::string spool = path + ".outputs";
  if (options_.keep_order && !context_.force && is_missing(path) && !is_missing(spool))
    throw InputError(shown(spool) + ": stands there without its checkpoint; expected another name, or --force");
  const LogIdentity identity{work_.count, checksum_of(context_.command), lines_digest_, options_.keep_order,
                             checksum_of_blocks(work_)};
  log_ = std::make_unique<Log>(path, identity, options_.resume, context_.force);
  if (!options_.keep_order) return;
  outputs_->keep_order(spool, !log_->done().empty());
  forget_lost_outputs(spool);
}

/// Before anything is printed.
void Run::forget_lost_outputs(const std::string& spool) {
  std::vector<document::Range> lost;
  for (const Done& piece : log_->done())
    if (!outputs_->holds({piece.output, piece.checksum})) lost.push_back(piece.units);
  for (const document::Range& units : lost) log_->forget(units);
  if (!lost.empty())
    runner::note(shown(spool) + ": the outputs of " + std::to_string(lost.size()) + " finished " +
                 (lost.size() == 1 ? "call are" : "calls are") + " damaged or missing; made again");
}

void Run::work() {
  context_.wait_policy.meet(comm_);
  runner::begin_work();
  const comm::MaySleep may_sleep;
  const double start = MPI_Wtime();
  std::optional<Master> master;
  if (dispatch_) {
    if (log_)
      for (const Done& piece : log_->done()) outputs_->end_piece(piece.units, piece.output);
    master.emplace(*dispatch_, options_, comm_);
  }
  Worker worker(template_, comm_);
  WaitBackoff backoff;
  std::vector<pollfd> waits;
  while (!worker.left() || (master && !master->over())) {
    bool any = worker.step();
    if (master) any |= master->step();
    waits.clear();
    worker.add_to(waits);
    backoff.wait(any, waits);
  }
  seconds_ = comm::maximum(comm_, MPI_Wtime() - start);
  worker_tally_ = worker.tally();
  if (!master) return;
  outcome_ = {master->done(), dispatch_->before, master->failures(), master->stopped()};
  std::ranges::sort(outcome_.failures, {}, [](const Failure& failure) { return failure.units.first; });
  if (outcome_.done + outcome_.before == work_.count) outcome_.stopped.reset();
}

namespace {

/// Calls must not write over each other's files.
void require_different_outputs(const std::string& pattern, const document::CommandOptions& options, const Work& work) {
  const auto has = [&](const char* word) { return pattern.find(word) != std::string::npos; };
  const bool one_each = options.method == document::CallMethod::shares && !options.piece;
  if (pattern.empty() || (one_each && has("{rank}"))) return;
  if (work.is_array() ? has("{first_row}") && has("{first_column}") : has("{first}") || has("{last}")) return;
  throw UsageError("--outputs: found '" + pattern + "'; expected " + (work.is_array() ? "{rank}" : "{first}") +
                   " in it, so that each call has a file of its own");
}

void check_command(const document::CommandOptions& options, const runner::Context& context, const Work& work) {
  if (context.command.empty())
    throw InputError(
        "the job runs a command, which stands in no document; expected it on the command line of mpi-runner, "
        R"(such as --command='["./render","{first}"]')");
  require_fitting(options, work);
  require_different_outputs(context.outputs, options, work);
  if (!context.outputs.empty() && options.keep_order)
    throw UsageError("--outputs and keep_order exclude each other: the outputs are files");
  const bool ascend = std::ranges::adjacent_find(options.absent, std::greater_equal<>()) == options.absent.end();
  if (!ascend || (!options.absent.empty() && options.absent.back() >= std::ssize(work.cluster)))
    throw InputError("/options/absent: expected processors of the plan, ascending");
  const auto has_units = [](const auto& range) { return range.count > 0; };
  if (std::ranges::none_of(work.ranges, has_units))
    throw InputError("the plan has no units; expected at least one for the command");
  const std::vector<int> here = present(work, options);
  if (std::ranges::none_of(here, [&](int i) { return has_units(work.ranges[static_cast<std::size_t>(i)]); }))
    throw InputError("/options/absent: leaves no processor that has units in the plan");
  if (options.resume && !options.checkpoint) throw UsageError("/options/resume: expected /options/checkpoint, too");
}

/// Of the programs themselves, where the plan tells what they need. Collective.
void require_memory_of_calls(const Work& work, const document::CommandOptions& options, const runner::Context& context,
                             const comm::Communicator& comm) {
  const auto processor = static_cast<std::size_t>(present(work, options)[static_cast<std::size_t>(comm.rank())]);
  const bool known = bytes_of_call(work, options, processor).has_value();
  if (comm::maximum(comm, std::int32_t{!known}) != 0) return;
  runner::require_memory(*bytes_of_call(work, options, processor), comm, context);
  runner::take_predicted_peak();  // the report tells of the calls
}

document::OrderedJson json_of(document::Range range) { return {{"first", range.first}, {"count", range.count}}; }

/// The units or the block.
document::OrderedJson place_of(const Failure& failure) {
  if (!failure.rows) return json_of(failure.units);
  return {{"rows", json_of(*failure.rows)}, {"columns", json_of(*failure.columns)}};
}

/// What the run did, at rank 0. Collective.
std::string report_of(const Run& run, const Work& work, const document::CommandOptions& options,
                      const runner::Context& context, const comm::Communicator& comm) {
  document::RankReport mine;
  mine.work = static_cast<double>(run.tally().units);
  mine.compute_s = run.tally().seconds;
  mine.wait_s = std::max(0.0, run.seconds() - run.tally().seconds);
  mine.peak_bytes = run.tally().peak_bytes;
  const auto processor = static_cast<std::size_t>(present(work, options)[static_cast<std::size_t>(comm.rank())]);
  if (const auto bytes = bytes_of_call(work, options, processor)) mine.predicted_peak_bytes = std::llround(*bytes);
  document::Report report;
  report.processors = runner::gather_reports(comm, context, mine);
  const auto calls = comm::all_gather(comm, run.tally().calls), peak = comm::all_gather(comm, run.tally().peak_bytes);
  if (comm.rank() != 0) return {};
  const Outcome& outcome = run.outcome();
  report.of = report.kernel = "command";
  report.kernel_options = {{"command", launch::shell_text(context.command)}};
  report.unit = "unit";
  report.iterations = 1;
  report.seconds_per_iteration = run.seconds();
  if (options.method == document::CallMethod::shares && outcome.before == 0)
    report.predicted_seconds_per_iteration = work.seconds;
  report.stopped = outcome.stopped;
  auto failed = document::OrderedJson::array();
  int code = 0;
  for (const Failure& failure : outcome.failures) {
    document::OrderedJson json = place_of(failure);
    json["rank"] = failure.rank;
    json["host"] = failure.host;
    json["message"] = message_of(failure);
    failed.push_back(json);
    code = std::max(code, exit_code_of(failure));
  }
  report.result = {{"method", name_of(options.method)},
                   {"units", outcome.done},
                   {"units_before", outcome.before},
                   {"calls", calls},
                   {"peak_bytes", peak},
                   {"failed", failed},
                   {"exit_code", code}};
  runner::end_with(code);
  if (!context.by_tool)
    for (const Failure& failure : outcome.failures) runner::note(message_of(failure));
  return document_text(report);
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  Work work;
  document::CommandOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      work = work_of(job.plan);
      options = document::options_from_json<document::CommandOptions>(job.input, job.options);
    });
    check_command(options, context, work);
  });
  std::optional<std::string> spool;  // resolved to be looked at: a link may lead it elsewhere
  if (options.checkpoint && options.keep_order) spool = *options.checkpoint + ".outputs";
  runner::resolve_paths(context, {{"/input/lines", &options.lines}},
                        {{"/options/checkpoint", &options.checkpoint}, {"the checkpoint's outputs", &spool}});
  std::vector<document::Processor> cluster;
  for (const int i : present(work, options)) cluster.push_back(work.cluster[static_cast<std::size_t>(i)]);
  const auto comm = runner::planned_communicator(cluster, options.match, context);
  if (!comm) return {};
  require_memory_of_calls(work, options, context, *comm);
  std::signal(SIGPIPE, SIG_IGN);  // a program need not read all that it is given
  Run run(work, options, context, *comm);
  run.work();
  return report_of(run, work, options, context, *comm);
}

}  // namespace uneven::command
