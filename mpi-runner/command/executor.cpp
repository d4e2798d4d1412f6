// SPDX-License-Identifier: MIT
#include <algorithm>
#include <csignal>
#include <sstream>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "command/run.hpp"
#include "document/document.hpp"
#include "document/hbsp_elements.hpp"
#include "document/report.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "launch/words.hpp"
#include "planned.hpp"

namespace uneven::command {

namespace {

/// Calls must not write over each other's files.
void require_different_outputs(const std::string& pattern, const document::CommandOptions& options) {
  const auto has = [&](const char* word) { return pattern.find(word) != std::string::npos; };
  const bool one_each = options.method == document::CallMethod::shares && !options.piece;
  if (pattern.empty() || has("{first}") || has("{last}") || (one_each && has("{rank}"))) return;
  throw UsageError("--outputs: found '" + pattern +
                   "'; expected {first} in it, so that each call has a file of its own");
}

void check_command(const document::CommandOptions& options, const runner::Context& context) {
  if (context.command.empty())
    throw InputError(
        "the job runs a command, which stands in no document; expected it on the command line of mpi-runner, "
        R"(such as --command='["./render","{first}"]')");
  require_different_outputs(context.outputs, options);
  if (!context.outputs.empty() && options.keep_order)
    throw UsageError("--outputs and keep_order exclude each other: the outputs are files");
  if (options.resume && !options.checkpoint) throw UsageError("/options/resume: expected /options/checkpoint, too");
}

/// What the run did, at rank 0. Collective.
std::string report_of(const Run& run, const document::HbspElements& plan, const document::CommandOptions& options,
                      const runner::Context& context, const comm::Communicator& comm) {
  document::RankReport mine;
  mine.work = static_cast<double>(run.tally().units);
  mine.compute_s = run.tally().seconds;
  mine.wait_s = std::max(0.0, run.seconds() - run.tally().seconds);
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
    report.predicted_seconds_per_iteration = plan.seconds;
  report.stopped = outcome.stopped;
  auto failed = document::OrderedJson::array();
  int code = 0;
  for (const Failure& failure : outcome.failures) {
    failed.push_back({{"first", failure.units.first},
                      {"count", failure.units.count},
                      {"rank", failure.rank},
                      {"host", failure.host},
                      {"message", message_of(failure)}});
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
  std::ostringstream out;
  write_document(out, report, false);
  return out.str();
}

}  // namespace

std::string execute(const document::Job& job, const runner::Context& context) {
  document::HbspElements plan;
  document::CommandOptions options;
  comm::all_or_abort(context.world, [&] {
    document::in_document("", [&] {
      plan = document::hbsp_elements_from_json(job.plan);
      options = document::command_options_from_json(job.input, job.options);
    });
    check_command(options, context);
  });
  runner::resolve_paths(context, {{"/input/lines", &options.lines}}, {{"/options/checkpoint", &options.checkpoint}});
  const auto comm = runner::planned_communicator(plan.cluster, options.match, context);
  if (!comm) return {};
  std::signal(SIGPIPE, SIG_IGN);  // a program need not read all that it is given
  Run run(plan, options, context, *comm);
  run.work();
  return report_of(run, plan, options, context, *comm);
}

}  // namespace uneven::command
