#include "cluster/launch.hpp"

#include <poll.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <ostream>

#include "base/error.hpp"
#include "cluster/launch_command.hpp"
#include "cluster/launch_process.hpp"
#include "cluster/launch_words.hpp"

namespace uneven::cluster {
namespace {

using Clock = std::chrono::steady_clock;
using namespace std::chrono_literals;

/// What has been asked of us while the launcher runs.
struct Requests {
  bool stop = false;  ///< finish the iteration and report
  int end = 0;        ///< the signal by which to die, or 0
  Clock::time_point kill_at = Clock::time_point::max();
};

void obey(int signal, Requests& asked, LauncherProcess& launcher, SignalReader& signals,
          Clock::time_point (&last)[NSIG]) {
  if (signal == SIGTSTP) {
    launcher.signal(SIGTSTP);
    signals.pause_self();
    launcher.signal(SIGCONT);
    return;
  }
  // timeout(1) signals its child and then the group that both are in: one wish, two signals.
  const auto now = Clock::now();
  const bool before = last[signal] != Clock::time_point{};
  if (before && now - last[signal] < 1s) return;
  last[signal] = now;
  if (signal == SIGUSR1 || (signal == SIGTERM && !before)) {
    asked.stop = true;
    launcher.signal(SIGUSR1);
  } else {
    asked.end = signal;
    asked.kill_at = std::min(asked.kill_at, now + 10s);
    launcher.signal(signal == SIGINT ? SIGINT : SIGTERM);
  }
}

/// Writes what fits of `input`; closes the pipe at the end, or when nobody reads it any more.
void feed(LauncherProcess& launcher, std::string_view& input) {
  const ssize_t written = write(launcher.input, input.data(), input.size());
  if (written > 0) input.remove_prefix(written);
  const bool gone = written < 0 && errno != EAGAIN && errno != EINTR;
  if (input.empty() || gone) LauncherProcess::close_end(launcher.input);
}

/// Reads what is there; closes the pipe at its end.
template <typename Take>
void drain(int& descriptor, const Take& take) {
  static char buffer[1 << 16];
  const ssize_t got = read(descriptor, buffer, sizeof buffer);
  if (got > 0) take(std::string_view(buffer, got));
  if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)) LauncherProcess::close_end(descriptor);
}

/// Feeds and reads until the launcher has ended and its streams with it. Returns its status as of waitpid.
int converse(LauncherProcess& launcher, SignalReader& signals, std::string_view input, std::string& output,
             LauncherWords& words, Requests& asked) {
  Clock::time_point last[NSIG] = {};
  Clock::time_point patience = Clock::time_point::max();  // for streams that outlive the launcher
  if (input.empty()) LauncherProcess::close_end(launcher.input);
  while (true) {
    const auto status = launcher.ended();
    if (status) {
      LauncherProcess::close_end(launcher.input);
      if (launcher.output < 0 && launcher.error < 0) return *status;
      // A script that USR1 has ended may leave mpirun to finish the iteration.
      if (patience == Clock::time_point::max() && !(asked.stop && !asked.end)) patience = Clock::now() + 5s;
    }
    const auto now = Clock::now();
    if (now >= asked.kill_at) {
      launcher.signal(SIGKILL);
      asked.kill_at = Clock::time_point::max();
      patience = now + 1s;
    }
    if (now >= patience && status) return *status;

    pollfd poll_on[] = {{signals.descriptor(), POLLIN, 0},
                        {launcher.input, POLLOUT, 0},
                        {launcher.output, POLLIN, 0},
                        {launcher.error, POLLIN, 0}};
    const auto until = std::min(asked.kill_at, patience);
    const auto wait = std::chrono::ceil<std::chrono::milliseconds>(std::max(until - now, Clock::duration(0)));
    poll(poll_on, 4, until == Clock::time_point::max() ? -1 : static_cast<int>(wait.count()));

    while (const auto signal = signals.next())
      if (*signal != SIGCHLD) obey(*signal, asked, launcher, signals, last);
    if (poll_on[1].revents && launcher.input >= 0) feed(launcher, input);
    if (poll_on[2].revents) drain(launcher.output, [&](std::string_view bytes) { output += bytes; });
    if (poll_on[3].revents) drain(launcher.error, [&](std::string_view bytes) { words.take(bytes); });
  }
}

/// As a shell gives it.
int exit_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

std::string how_ended(const std::string& launcher, int status) {
  if (WIFSIGNALED(status))
    return launcher + " ended by signal " + std::to_string(WTERMSIG(status)) + " (" + strsignal(WTERMSIG(status)) + ")";
  return launcher + " exited with code " + std::to_string(WEXITSTATUS(status));
}

/// Throws what the failure deserves; the launcher's words go first if nothing better explains it.
[[noreturn]] void fail(const std::string& launcher, int status, const std::string& output, const Requests& asked,
                       const LauncherWords& said, std::ostream& words) {
  const int code = exit_code(status);
  if (said.error_seen()) throw ExitError(code >= EX__BASE && code <= EX__MAX ? code : EX_OSERR, "");
  const std::string cause = said.cause();
  if (asked.stop &&
      (code == 128 + SIGUSR1 || cause.find("signal " + std::to_string(SIGUSR1) + " ") != std::string::npos))
    throw ExitError(EX_TEMPFAIL, "stopped by a signal before there was anything to report");
  for (const auto& line : said.kept()) words << "  " << line << '\n';
  // Where mpirun cannot start a program it says so on standard output.
  if (output.size() < 4096 && !output.starts_with("{"))
    for (std::size_t begin = 0, end; begin < output.size(); begin = end + 1) {
      end = std::min(output.find('\n', begin), output.size());
      words << "  " << output.substr(begin, end - begin) << '\n';
    }
  words << std::flush;
  throw SystemError(cause.empty() ? how_ended(launcher, status) : cause);
}

int terminal_columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

ProgressStyle style_of(const LaunchOptions& options) {
  const ProgressStyle style = progress_style(options.progress, isatty(STDERR_FILENO));
  return options.quiet && options.progress == "auto" ? ProgressStyle::none : style;
}

}  // namespace

LaunchResult launch_command_line(const std::string& tool, const LaunchOptions& options,
                                 const std::vector<std::string>& command, std::string_view input, std::ostream& words) {
  LauncherWords said(tool, options.quiet, style_of(options), words, terminal_columns());
  LaunchResult result;
  Requests asked;
  int status = 0;
  {
    SignalReader signals;
    LauncherProcess launcher(command, signals);
    status = converse(launcher, signals, input, result.output, said, asked);
    said.finish();
  }
  if (asked.end) {
    words << std::flush;
    die_by(asked.end);
    throw ExitError(128 + asked.end, "");
  }
  // Not every launcher ends well after a stop: a script around mpirun dies of USR1 itself. The report counts.
  const int code = exit_code(status);
  const bool reported = !result.output.empty() && (code == EX_TEMPFAIL || (asked.stop && code == 128 + SIGUSR1));
  if ((code != 0 && !reported) || said.error_seen()) fail(command[0], status, result.output, asked, said, words);
  result.stopped = asked.stop || code == EX_TEMPFAIL;
  if (result.output.empty()) throw SystemError(command[0] + " ended without a report; is it an MPI launcher?");
  return result;
}

LaunchResult launch(const std::string& tool, const LaunchOptions& options, int ranks,
                    const std::vector<std::string>& arguments, std::string_view input, std::ostream& words) {
  LaunchCommand command = launch_command(options.launcher, options.hostfile, ranks, launch_place());
  if (!options.hostfile.empty() && access(options.hostfile.c_str(), R_OK) != 0)
    throw OpenError(options.hostfile + ": cannot open: " + std::strerror(errno));
  if (std::filesystem::is_directory(options.hostfile))
    throw OpenError(options.hostfile + ": is a directory; expected a file of hosts");
  command.words.insert(command.words.end(), {runner_path(), "--progress"});
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  if (!options.quiet && !command.note.empty()) words << tool << ": " << command.note << std::endl;
  return launch_command_line(tool, options, command.words, input, words);
}

}  // namespace uneven::cluster
