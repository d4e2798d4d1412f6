// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace uneven::launch {

/// While it lives, signals that ask this process to stop or pause, and SIGCHLD, are read from a descriptor instead of
/// being acted upon, and SIGPIPE is ignored. Signals that were ignored stay ignored, as after nohup. One at a time.
///
/// Handlers and a pipe, and not signalfd: a library's threads (OpenBLAS has some) do not share our signal mask.
class SignalReader {
 public:
  /// @throws SystemError  if there is no pipe.
  SignalReader();
  ~SignalReader();
  SignalReader(const SignalReader&) = delete;
  SignalReader& operator=(const SignalReader&) = delete;

  /// Readable when a signal waits.
  int descriptor() const { return pipe_[0]; }

  /// The next signal, if one waits.
  std::optional<int> next();

  /// Stops this process as Ctrl-Z does, and returns when it is continued.
  void pause_self();

  /// Gives back the actions from before.
  void restore() const;

 private:
  static constexpr std::array caught{SIGTERM, SIGUSR1, SIGINT, SIGHUP, SIGTSTP, SIGCHLD};
  int pipe_[2] = {-1, -1};
  std::array<struct sigaction, caught.size()> before_;
  struct sigaction pipe_before_;
};

/// Ends this process by `signal`, so that its parent sees why. Returns only if the signal does not end it.
void die_by(int signal);

/// A started launcher: a process group of its own, at whose other ends of standard input, output and error we sit.
///
/// In a group of its own, what is sent to ours (Ctrl-C, `timeout`) reaches it once, translated: mpirun gives up at a
/// SIGTERM that should have been a request to finish the iteration, and leaves at once at the second SIGINT.
/// It is sent SIGTERM when this process dies, however that happens.
class LauncherProcess {
 public:
  /// @throws SystemError  if the command cannot be started, or a pipe cannot be made.
  LauncherProcess(const std::vector<std::string>& command, const SignalReader& signals);

  /// Asks a launcher that still runs to end.
  ~LauncherProcess();
  LauncherProcess(const LauncherProcess&) = delete;
  LauncherProcess& operator=(const LauncherProcess&) = delete;

  /// Sends to the whole group: a script around mpirun would keep a signal to itself.
  void signal(int signal) const;

  /// How it ended (as of waitpid), once it has; does not block. Takes leave of orphans that were adopted, too.
  std::optional<int> ended();

  int input = -1, output = -1, error = -1;  ///< nonblocking; -1 once closed

  static void close_end(int& descriptor);

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

/// From now on processes whose parents have ended become children of this one if they descend from it, and are not
/// lost to kill_descendants().
void adopt_orphans();

/// Ends all descendants of this process that run, by SIGKILL: mpirun gives each rank a process group of its own, which
/// no signal to mpirun's group reaches. Cost: a look at each process of the machine, some times over.
void kill_descendants();

}  // namespace uneven::launch
