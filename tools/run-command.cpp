// SPDX-License-Identifier: MIT
#include <sysexits.h>

#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/tool.hpp"
#include "check/sound.hpp"
#include "command/work.hpp"
#include "data/input/plain.hpp"
#include "document/document.hpp"
#include "document/options/program_options.hpp"
#include "document/writer.hpp"
#include "launch/launch.hpp"
#include "launch/words.hpp"

namespace {

using namespace uneven;

struct Names {
  std::string plan = "-", outputs;
};

std::string not_empty(const std::string& text) { return text.empty() ? "is empty; expected the name of a file" : ""; }

void add_options(CommandLine& app, document::CommandOptions& o, Names& names) {
  const Check count = integer_from(1, std::int64_t{1} << 53);
  app.add_option("PLAN", names.plan, "Output of plan-shares or plan-hbsp elements; '-' is standard input")
      .type_name("FILE");
  app.add_option("--method", o.method,
                 "static: a call for each share; self-scheduling: decreasing pieces; stealing: pieces of shares")
      .one_of(names_of<document::CallMethod>())
      .show_default(name_of(o.method));
  app.add_option("--piece", o.piece, "Units of each call; default: by the method").check(count);
  app.add_option("--least", o.least, "self-scheduling: units of the smallest call").check(count).show_default();
  app.add_option("--lines", o.lines, "Each call reads its lines of FILE on standard input")
      .check(not_empty)
      .type_name("FILE");
  app.add_flag("--keep-order", o.keep_order, "Print the outputs in the order of the units");
  app.add_option("--outputs", names.outputs, "Write the output of each call to a file, such as out-{first}")
      .check(not_empty)
      .type_name("PATTERN");
  app.add_option("--retries", o.retries, "Further calls for units whose call failed")
      .check(integer_from(0, 1 << 20))
      .show_default();
  app.add_flag("--keep-going", o.keep_going, "A failure does not end the run");
  app.add_option("--checkpoint", o.checkpoint, "Write down in FILE which units are done")
      .check(not_empty)
      .type_name("FILE");
  app.add_flag("--resume", o.resume, "Do only what the checkpoint lacks; start afresh if there is none");
}

command::Work work_of(const document::Document& plan) {
  if (plan.kind == "array-shares") return command::work_of(check::sound<document::ArrayShares>(plan));
  return command::work_of(check::sound<document::HbspElements>(plan));
}

/// The same job on fewer ranks; nothing if none of them has units.
std::optional<document::Job> job_without(document::Job job, document::CommandOptions options, const command::Work& work,
                                         const std::vector<std::size_t>& lost) {
  options.absent.assign(lost.begin(), lost.end());
  bool any = false;
  for (std::size_t i = 0; i < work.ranges.size(); ++i)
    any |= work.ranges[i].count > 0 && !std::ranges::binary_search(lost, i);
  if (!any) return std::nullopt;
  job.options = document::options_of(options);
  return job;
}

/// The words behind the first "--", which leave the command line.
std::vector<std::string> take_command(int& argc, char** argv) {
  const auto end = argv + argc;
  const auto dashes = std::find(argv, end, std::string("--"));
  if (dashes == end) return {};
  argc = static_cast<int>(dashes - argv);
  return {dashes + 1, end};
}

/// Tells the failures of a run, and ends with the exit code that fits them.
void tell_failures(const Tool& tool, const document::OrderedJson& result) {
  const auto& failed = result["failed"];
  if (failed.empty()) return;
  const auto message = [&](std::size_t i) { return failed[i]["message"].get<std::string>(); };
  for (std::size_t i = 0; i + 1 < failed.size(); ++i) std::cerr << tool.app.name() << ": " << message(i) << '\n';
  throw ExitError(result["exit_code"], message(failed.size() - 1));
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> command = take_command(argc, argv);
  Tool tool("run-command", "Run any program on each host with its share of a plan: run-command PLAN -- PROGRAM WORDS");
  document::CommandOptions options;
  Names names;
  launch::RunOptions run;
  tool.app.explain_more_words("the command stands behind --");
  // Standard output is that of the programs, so the report has another long name.
  tool.app.remove_option("--output");
  tool.app.add_option("-o,--report", tool.output, "Write the report to FILE; default: nowhere").type_name("FILE");
  add_options(tool.app, options, names);
  launch::add_force_option(tool.app, run);
  launch::add_trace_option(tool.app, run);
  launch::add_launch_options(tool.app, run);
  launch::add_restart_option(tool.app, run);
  tool.app.add_examples(
      {"run-command -q plan.json -- sh -c 'seq {first} {last} | grep -c 7'",
       "plan-shares --array 40x60 --speeds 2,1 | run-command -q --keep-order -- echo rows {rows}, columns {columns}"});
  return tool.run(argc, argv, [&] {
    if (command.empty() || command[0].empty())
      throw UsageError("no command; expected one behind --, such as run-command plan.json -- ./render {first} {count}");
    if (options.resume && !options.checkpoint) throw UsageError("--resume needs --checkpoint FILE");
    if (run.restart.most > 0 && !options.checkpoint)
      throw UsageError("--restarts needs --checkpoint FILE, or finished calls would be made again");
    launch::require_restartable(run);
    if (run.force && !options.checkpoint) throw UsageError("--force needs --checkpoint FILE");
    if (options.least != 1 && options.method != document::CallMethod::self_scheduling)
      throw UsageError("--least needs --method self-scheduling");
    if (options.lines && data::is_pipe(*options.lines))
      throw UsageError("--lines: " + input_name(*options.lines) +
                       " is read only once; expected a file that all hosts have");
    if (options.keep_order && !names.outputs.empty()) throw UsageError("--keep-order excludes --outputs");
    std::optional<std::string> spool;
    if (options.checkpoint && options.keep_order) spool = *options.checkpoint + ".outputs";
    require_own_files(
        {{"PLAN", names.plan}, {"--lines", options.lines}},
        launch::with_run_files(
            {{"--report", tool.output}, {"--checkpoint", options.checkpoint}, {"--checkpoint's outputs", spool}}, run));
    const auto document = document::load(names.plan, command::kinds_with_work(), tool);
    const auto work = work_of(document);
    command::require_fitting(options, work);
    options.match = run.match;
    options.max_seconds = run.max_seconds;
    for (auto* file : {&options.lines, &options.checkpoint})
      if (*file) *file = launch::job_files(tool, run, **file);
    const document::Job job{"command", document.json.json(), document::input_of(options),
                            document::options_of(options)};
    std::vector<std::string> arguments{launch::command_option(command)};
    if (!names.outputs.empty()) arguments.push_back("--outputs=" + names.outputs);
    launch::require_short(arguments);
    if (run.emit) {
      launch::note_command(tool, arguments);
      return tool.write(job);
    }
    if (!tool.output.empty()) require_writable(tool.output);
    run.launch.programs = true;
    run.restart.ordered = options.keep_order;
    run.restart.cluster = work.cluster;
    run.restart.without = [&](const std::vector<std::size_t>& lost) { return job_without(job, options, work, lost); };
    const auto done = launch::output_of_job(tool, run, job, work.cluster.size(), arguments);
    if (!tool.output.empty()) {
      OutputFile file(tool.output);
      document::write_json(file.stream(), done.json, tool.compact);
      file.commit();
    }
    tell_failures(tool, done.json["result"]);
    const std::string kept = options.checkpoint ? "what is done stands in the checkpoint" : "what began is done";
    done.require_no_signal(kept);
    // Units are left, so a script must not go on as if all were done.
    if (done.json.value("stopped", "") == "time") throw ExitError(EX_TEMPFAIL, "stopped by --max-seconds; " + kept);
  });
}
