// SPDX-License-Identifier: MIT
#include "launch/launch.hpp"

#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ostream>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"
#include "launch/conversation.hpp"
#include "launch/process.hpp"
#include "launch/progress.hpp"
#include "launch/restart.hpp"
#include "launch/status.hpp"
#include "launch/words.hpp"
#include "machine/machine.hpp"

namespace uneven::launch {
namespace {

/// Passes on what a program wrote. @return  0 or errno.
int pass_on(int stream, std::string_view bytes, LauncherWords& words) {
  if (stream == STDERR_FILENO) words.pass_on(bytes);
  if (stream == STDERR_FILENO) return 0;
  words.clear_progress();
  return write_bytes(STDOUT_FILENO, bytes.data(), bytes.size());
}

/// The exit code that a shell would give.
int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

std::string how_ended(const std::string& launcher, int status) {
  if (WIFSIGNALED(status))
    return launcher + " ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  return launcher + " exited with code " + std::to_string(WEXITSTATUS(status));
}

/// Prints the launcher's own words, which explain a failure if nothing else does.
template <class Lines>
void print(const Lines& lines, std::ostream& words) {
  for (const std::string& line : lines) words << "  " << cleaned_line(line) << '\n';
  words << std::flush;
}

/// Longer output of a failed launcher is not a message.
constexpr std::size_t longest_words = 4096;

/// Of a failed launcher: Open MPI says on standard output that it cannot start a program, MPICH how a rank ended.
void keep_words(const std::string& output, LauncherWords& said) {
  if (const auto end = output.find_last_not_of('\n'); end < longest_words && output[0] != '{')
    for (const std::string& line : split(output.substr(0, end + 1), '\n')) said.keep(line);
}

/// Throws the exception that fits the failure of the launcher.
[[noreturn]] void fail(const std::string& launcher, int status, const Requests& asked, const LauncherWords& said,
                       std::ostream& words) {
  const int code = exit_code(status);
  const std::string cause = said.cause();
  const std::string stopped = "stopped by a signal before there was anything to report";
  if (asked.stop && asked.ended) throw ExitError(EX_TEMPFAIL, stopped);
  if (said.error_seen()) throw ExitError(code >= EX__BASE && code <= EX__MAX ? code : EX_OSERR, "");
  if (asked.stop &&
      (code == 128 + SIGUSR1 || cause.find("signal " + std::to_string(SIGUSR1) + " ") != std::string::npos))
    throw ExitError(EX_TEMPFAIL, stopped);
  print(said.kept(), words);
  throw SystemError(cause.empty() ? how_ended(launcher, status) : cause);
}

/// Stores a loss for a caller that asked for it (options.loss) and throws; the user gets no words.
void tell_loss(const LaunchOptions& options, const Loss& loss, std::int64_t printed, const Watchdog& watchdog) {
  if (!options.loss || loss.why.empty()) return;
  *options.loss = loss;
  options.loss->hosts = watchdog.hosts();
  options.loss->printed = printed;
  throw SystemError(loss.why);
}

/// Throws the reason for giving the launcher up.
[[noreturn]] void give_up(const Requests& asked, bool started, std::ostream& words) {
  print(asked.said, words);
  const std::string folder = started ? "" : fault_of(temporary_folder());
  throw SystemError(asked.fault + (folder.empty() ? "" : "; " + folder));
}

ProgressStyle style_of(const LaunchOptions& options) {
  const ProgressStyle style = progress_style(options.progress, kind_of_standard_error());
  return options.quiet && options.progress == "auto" ? ProgressStyle::none : style;
}

LaunchCommand command_of(const LaunchOptions& options, int ranks) {
  return launch_command(options.launcher, options.hostfile, ranks, launch_place(options.launcher));
}

void require_startable(const LaunchCommand& command, int ranks) {
  constexpr double bytes_of_rank = 8 << 20;  // least memory of a rank with Open MPI 4.1, before any work
  if (command.local)
    machine::require_free(std::to_string(ranks) + " ranks on this machine need", ranks * bytes_of_rank,
                          machine::free_host_memory());
  if (!command.open_mpi) return;
  const std::string fault = fault_of(temporary_folder());
  if (!fault.empty()) throw SystemError(fault);
}

}  // namespace

LaunchResult launch_command_line(const std::string& tool, const LaunchOptions& options,
                                 const std::vector<std::string>& command, std::string_view input, std::ostream& words) {
  Watchdog watchdog(options.limits);
  LauncherWords said(tool, options.quiet, style_of(options), words, watchdog);
  if (options.own_errors) said.own_errors();
  if (options.status) said.tell(*options.status);
  LaunchResult result;
  Requests asked;
  int status = 0;
  std::int64_t printed = 0;
  adopt_orphans();
  {
    SignalReader signals;
    LauncherProcess launcher(command, signals);
    OutputFrames frames([&](int stream, std::string_view bytes) {
      if (stream == STDOUT_FILENO) {
        const std::int64_t before = std::clamp<std::int64_t>(options.printed - printed, 0, std::ssize(bytes));
        printed += std::ssize(bytes);
        bytes.remove_prefix(static_cast<std::size_t>(before));
      }
      if (!asked.output_error) asked.output_error = pass_on(stream, bytes, said);
    });
    const auto take_output = [&](std::string_view bytes) {
      if (options.programs)
        frames.take(bytes, result.output);
      else
        result.output += bytes;
    };
    status = converse(launcher, signals, input, take_output, said, watchdog, asked);
    said.finish();
    if (asked.ended || exit_code(status) != 0 || result.output.empty()) kill_descendants();
    launcher.ended();  // none of them is left, not as a zombie either
  }
  if (asked.output_error == EPIPE) asked.end = SIGPIPE;
  if (asked.end) {
    if (options.status) options.status->end(document::RunState::stopped);
    words << std::flush;
    die_by(asked.end);
    throw ExitError(128 + asked.end, "");
  }
  if (asked.output_error)
    throw IoError(std::string("standard output: cannot write: ") + std::strerror(asked.output_error));
  printed = std::max(printed, options.printed);
  if (!asked.fault.empty()) {
    if (!asked.stop) tell_loss(options, asked.loss, printed, watchdog);
    give_up(asked, watchdog.started(), words);
  }
  // A launcher may fail after a stop: a script around mpirun dies of USR1 itself. Only the report counts.
  const int code = exit_code(status);
  const bool reported = !result.output.empty() && (code == EX_TEMPFAIL || (asked.stop && code == 128 + SIGUSR1));
  if ((code != 0 && !reported) || said.error_seen()) {
    keep_words(result.output, said);
    if (!asked.stop) tell_loss(options, loss_of(command[0], status, said, watchdog), printed, watchdog);
    fail(command[0], status, asked, said, words);
  }
  result.stopped = asked.stop || code == EX_TEMPFAIL;
  if (result.output.empty()) throw SystemError(command[0] + " ended without a report; is it an MPI launcher?");
  return result;
}

void require_startable(const LaunchOptions& options, int ranks) {
  require_startable(command_of(options, ranks), ranks);
}

LaunchResult launch(const std::string& tool, const LaunchOptions& options, int ranks,
                    const std::vector<std::string>& arguments, std::string_view input, std::ostream& words) {
  const LaunchPlace place = launch_place(options.launcher);
  // A launcher given by the user may allow more ranks than slots.
  if (!options.hostfile.empty()) require_hosts(options.hostfile, options.launcher.empty() ? ranks : 0);
  const HostsForMpirun hosts(options.hostfile, place.mpi);
  LaunchCommand command = launch_command(options.launcher, hosts.path(), ranks, place);
  require_startable(command, ranks);
  std::vector<std::string> runner{runner_path(), "--progress"};
  if (const double seconds = Watchdog::seconds_between_signs(options.limits); seconds > 0)
    runner.insert(runner.end(), {"--signs-of-life", shortest(seconds)});
  command.words.insert(command.words.end(), runner.begin(), runner.end());
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  if (!options.quiet && !command.note.empty()) words << tool << ": " << command.note << std::endl;
  return launch_command_line(tool, options, command.words, input, words);
}

}  // namespace uneven::launch
