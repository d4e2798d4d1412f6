// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "document/writer.hpp"
#include "launch/launch.hpp"
#include "launch/restart.hpp"
#include "launch/status.hpp"
#include "launch/words.hpp"
#include "machine/machine.hpp"

namespace uneven::launch {

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) close(std::exchange(descriptor, -1));
}

Pipe::Pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == 0) {
    read = fcntl(ends[0], F_DUPFD_CLOEXEC, 3);
    write = fcntl(ends[1], F_DUPFD_CLOEXEC, 3);
    close(ends[0]);
    close(ends[1]);
  }
  if (read < 0 || write < 0) throw SystemError(std::string("no pipe for a program: ") + std::strerror(errno));
}

Pipe::~Pipe() {
  close_descriptor(read);
  close_descriptor(write);
}

std::vector<std::string> own_environment() {
  std::vector<std::string> all;
  for (char** variable = environ; *variable; ++variable) all.push_back(*variable);
  return all;
}

namespace {

std::vector<char*> pointers_to(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const auto& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

struct Failure {
  bool of_folder = false;
  int error = 0;
};

/// What the new process does until it is another program, in the memory of this one, which waits. Only
/// async-signal-safe calls, for other threads of this process may hold locks.
[[noreturn]] void become(const Start& start, char* const* words, char* const* environment, pid_t parent, int failure) {
  setpgid(0, 0);
  if (start.death_signal) prctl(PR_SET_PDEATHSIG, start.death_signal);
  if (getppid() != parent) _exit(1);  // the parent died before the line above
  dup2(start.input, 0);
  dup2(start.output, 1);
  dup2(start.errors, 2);
  if (start.before_exec) start.before_exec();
  Failure failed{true, 0};
  if (start.folder.empty() || chdir(start.folder.c_str()) == 0) {
    execvpe(words[0], words, environment);
    failed.of_folder = false;
  }
  failed.error = errno;
  [[maybe_unused]] const auto sent = write(failure, &failed, sizeof failed);
  _exit(127);
}

std::string message_of(const Start& start, const Failure& failed) {
  if (failed.of_folder) return "folder '" + shown(start.folder) + "': " + std::strerror(failed.error);
  return shown(start.words[0]) + ": " + (failed.error == ENOENT ? "not found" : std::strerror(failed.error));
}

}  // namespace

pid_t start_program(const Start& start) {
  const auto words = pointers_to(start.words), environment = pointers_to(start.environment);
  Pipe failure;  // the new process writes to it if exec fails
  const pid_t parent = getpid();
  const pid_t pid = vfork();  // a copy of the page tables takes milliseconds in a process of MPI
  if (pid < 0) throw SystemError(std::string("no process for a program: ") + std::strerror(errno));
  if (pid == 0) become(start, words.data(), environment.data(), parent, failure.write);
  setpgid(pid, pid);  // in both processes, so that the group exists for whichever comes first
  close_descriptor(failure.write);
  Failure failed;
  ssize_t got = 0;
  do got = read(failure.read, &failed, sizeof failed);
  while (got < 0 && errno == EINTR);
  if (got != sizeof failed) return pid;
  waitpid(pid, nullptr, 0);
  throw StartError(message_of(start, failed), failed.error);
}

JobOutput parsed(LaunchResult result) {
  auto json = document::OrderedJson::parse(result.output, nullptr, false);
  if (!json.is_object()) throw SystemError("mpi-runner wrote no document; did something else print in its place?");
  return {std::move(result.output), std::move(json)};
}

namespace {

/// Folder of a file, with links resolved, since ".." after a link would lead elsewhere.
std::filesystem::path folder_of(const std::filesystem::path& file) {
  return std::filesystem::weakly_canonical(std::filesystem::absolute(file).parent_path());
}

/// Whether a signal or --max-seconds ended a run, by its report.
bool ended_early(const document::OrderedJson& report) {
  const auto stopped = report.find("stopped");
  return stopped != report.end() && (*stopped == "signal" || *stopped == "time");
}

void write_output(const Tool& tool, const JobOutput& output) {
  OutputFile file(tool.output);
  file.stream() << (tool.compact ? output.json.dump() + "\n" : output.text);
  file.commit();
}

/// A measurement has no plan that tells whether a launcher of the user's words started as many ranks as were asked for.
/// More are possible where groups of a batch job have their own numbers of tasks.
/// @throws SystemError  if there are fewer.
void require_measured(const Tool& tool, const document::Job& job, const document::OrderedJson& speeds,
                      std::size_t ranks) {
  if (job.run != "measure") return;
  const std::size_t found = speeds.value("processors", document::OrderedJson::array()).size();
  const std::string text = "the launcher started " + std::to_string(found) + (found == 1 ? " rank" : " ranks") +
                           "; expected " + std::to_string(ranks) + ", as --ranks says: see {n} of --launcher";
  if (found < ranks) throw SystemError(text);
  if (found > ranks) tool.note(text);
}

}  // namespace

void JobOutput::require_no_signal(const std::string& complete) const {
  if (json.value("stopped", "") == "signal") throw ExitError(EX_TEMPFAIL, "stopped by a signal; " + complete);
}

std::vector<NamedFiles> with_run_files(std::vector<NamedFiles> outputs, const RunOptions& options) {
  for (const auto& [option, file] : {std::pair("--status", &options.status), std::pair("--trace", &options.trace)}) {
    if (file->empty()) continue;
    if (options.emit)
      throw UsageError(std::string(option) + ": is no part of the job that --emit prints" +
                       (file == &options.trace ? "; give it to mpi-runner" : ""));
    outputs.push_back({option, *file});
  }
  return outputs;
}

JobOutput output_of_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                        std::vector<std::string> arguments) {
  require_own_files({{"the input", options.launch.hostfile}}, with_run_files({{"-o", tool.output}}, options));
  machine::require_room_for_ranks(ranks);
  require_restartable(options);
  LaunchOptions launch_options = options.launch;
  launch_options.quiet = tool.quiet;
  launch_options.limits.run_s = options.max_seconds.value_or(0);
  arguments.push_back("--allow-paths");  // the user has named the job's files
  if (options.force) arguments.push_back("--force");
  if (!options.trace.empty())
    arguments.insert(arguments.end(), {"--trace", std::filesystem::absolute(options.trace).string()});
  arguments.push_back("-");
  StatusFile status(options.status, tool.app.name(), std::cerr);
  launch_options.status = &status;
  try {
    JobOutput done = run_with_restarts(tool, options, launch_options, job, ranks, arguments);
    status.end(ended_early(done.json) ? document::RunState::stopped : document::RunState::finished);
    return done;
  } catch (...) {
    const bool stopped = exit_code_of_current_exception() == EX_TEMPFAIL;
    status.end(stopped ? document::RunState::stopped : document::RunState::failed, message_of_current_exception());
    throw;
  }
}

void run_job_by(const Tool& tool, const std::vector<std::string>& command, const document::Job& job) {
  require_writable(tool.output);
  LaunchOptions options;
  options.quiet = tool.quiet;
  options.limits = {.start_s = 0, .silent_s = 0};
  options.own_errors = true;
  const JobOutput done =
      parsed(launch_command_line(tool.app.name(), options, command, document::document_text(job, true), std::cerr));
  write_output(tool, done);
  done.require_no_signal("the report is complete");
}

std::vector<std::string> program_arguments(const std::string& path) {
  if (path.empty()) return {};
  return {"--program", std::filesystem::absolute(path).string()};
}

void note_command(const Tool& tool, const std::vector<std::string>& arguments) {
  tool.note("the job is without its command; start it by: mpi-runner " + shell_text(arguments) + " JOB");
}

document::OrderedJson run_job(const Tool& tool, const RunOptions& options, const document::Job& job, std::size_t ranks,
                              std::vector<std::string> arguments) {
  require_short(arguments);
  if (options.emit) {
    with_run_files({}, options);
    if (!arguments.empty() && arguments[0].starts_with("--command=")) note_command(tool, arguments);
    tool.write(job);
    return {};
  }
  require_writable(tool.output);
  JobOutput done = output_of_job(tool, options, job, ranks, std::move(arguments));
  require_measured(tool, job, done.json, ranks);
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
