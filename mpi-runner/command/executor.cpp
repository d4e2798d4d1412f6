// SPDX-License-Identifier: MIT
#include <algorithm>
#include <csignal>
#include <sstream>

#include "base/error.hpp"
#include "comm/collectives.hpp"
#include "command/run.hpp"
#include "document/document.hpp"
#include "document/report.hpp"
#include "executors.hpp"
#include "job_files.hpp"
#include "launch/words.hpp"
#include "planned.hpp"

namespace uneven::command {

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
  if (options.resume && !options.checkpoint) throw UsageError("/options/resume: expected /options/checkpoint, too");
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
  std::ostringstream out;
  write_document(out, report, false);
  return out.str();
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
  runner::resolve_paths(context, {{"/input/lines", &options.lines}}, {{"/options/checkpoint", &options.checkpoint}});
  const auto comm = runner::planned_communicator(work.cluster, options.match, context);
  if (!comm) return {};
  std::signal(SIGPIPE, SIG_IGN);  // a program need not read all that it is given
  Run run(work, options, context, *comm);
  run.work();
  return report_of(run, work, options, context, *comm);
}

}  // namespace uneven::command
