// SPDX-License-Identifier: MIT
#include "launch/job.hpp"

#include <sysexits.h>

#include <filesystem>
#include <iostream>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "launch/launch.hpp"
#include "launch/words.hpp"
#include "machine/memory.hpp"

namespace uneven::launch {

namespace {

/// Folder of a file, with links resolved, since ".." after a link would lead elsewhere.
std::filesystem::path folder_of(const std::filesystem::path& file) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(file).parent_path());
}

/// @throws SystemError  if it is no document.
JobOutput parsed(LaunchResult result) {
  auto json = document::OrderedJson::parse(result.output, nullptr, false);
  if (!json.is_object()) throw SystemError("mpi-runner wrote no document; did something else print in its place?");
  return {std::move(result.output), std::move(json)};
}

void write_output(const Tool& tool, const JobOutput& output) {
  OutputFile file(tool.output);
  file.stream() << (tool.compact ? output.json.dump() + "\n" : output.text);
  file.commit();
}

}  // namespace

void JobOutput::require_no_signal(const std::string& complete) const {
  if (json.value("stopped", "") == "signal") throw ExitError(EX_TEMPFAIL, "stopped by a signal; " + complete);
}

JobOutput output_of_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                        std::vector<std::string> arguments) {
  tool.require_apart(options.launch.hostfile);
  machine::require_room_for_ranks(ranks);
  std::ostringstream input;
  write_document(input, job, true);
  LaunchOptions launch_options = options.launch;
  launch_options.quiet = tool.quiet;
  launch_options.limits.run_s = options.max_seconds.value_or(0);
  arguments.push_back("--allow-paths");  // the user has named the job's files
  if (options.force) arguments.push_back("--force");
  arguments.push_back("-");
  return parsed(launch(tool.app.name(), launch_options, static_cast<int>(ranks), arguments, input.str(), std::cerr));
}

void run_job_by(const Tool& tool, const std::vector<std::string>& command, const document::Job& job) {
  require_writable(tool.output);
  std::ostringstream input;
  write_document(input, job, true);
  LaunchOptions options;
  options.quiet = tool.quiet;
  options.limits = {.start_s = 0, .silent_s = 0};
  options.own_errors = true;
  const JobOutput done = parsed(launch_command_line(tool.app.name(), options, command, input.str(), std::cerr));
  write_output(tool, done);
  done.require_no_signal("the report is complete");
}

void note_command(const Tool& tool, const std::vector<std::string>& arguments) {
  tool.note("the job is without its command; start it by: mpi-runner " + shell_text(arguments) + " JOB");
}

document::OrderedJson run_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                              std::vector<std::string> arguments) {
  require_short(arguments);
  if (options.emit) {
    if (!arguments.empty() && arguments[0].starts_with("--command=")) note_command(tool, arguments);
    tool.write(job);
    return {};
  }
  require_writable(tool.output);
  JobOutput done = output_of_job(tool, options, job, ranks, std::move(arguments));
  write_output(tool, done);
  done.require_no_signal("the report is complete");
  return std::move(done.json);
}

std::string job_files(const Tool& tool, const RunOptions& options, const std::string& files) {
  if (!options.emit || tool.output.empty() || tool.output == "-") return text_of_name(files);
  const std::filesystem::path folder = folder_of(tool.output);
  return map_files(files, [&](const std::filesystem::path& file) {
    if (file.is_absolute()) return text_of_name(file.string());
    return text_of_name((folder_of(file) / file.filename()).lexically_relative(folder).string());
  });
}

}  // namespace uneven::launch
