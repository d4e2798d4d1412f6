// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace uneven::launch {

/// While an object of this class lives, signals that ask this process to stop or pause, and SIGCHLD, can be read from a
/// descriptor and have no other effect; SIGPIPE is ignored. Signals ignored before, as after nohup, stay ignored. Only
/// one object may live at a time.
///
/// It uses handlers and a pipe, not signalfd, because a library's threads (OpenBLAS has some) do not share our signal
/// mask.
class SignalReader {
 public:
  /// @throws SystemError  if there is no pipe.
  SignalReader();
  ~SignalReader();
  SignalReader(const SignalReader&) = delete;
  SignalReader& operator=(const SignalReader&) = delete;

  /// Descriptor that is readable when a signal is pending.
  int descriptor() const { return pipe_[0]; }

  /// The next pending signal, if any.
  std::optional<int> next();

  /// Stops this process as Ctrl-Z does, and returns when it is continued.
  void pause_self();

  /// Restores the former signal actions.
  void restore() const;

 private:
  static constexpr std::array caught{SIGTERM, SIGUSR1, SIGINT, SIGHUP, SIGTSTP, SIGCHLD};
  int pipe_[2] = {-1, -1};
  std::array<struct sigaction, caught.size()> before_;
  struct sigaction pipe_before_;
};

/// Ends this process by `signal`, so that its parent sees the reason. Returns only if the signal does not end it.
void die_by(int signal);

/// A started launcher in a process group of its own, with pipes to its standard input, output and error.
///
/// Signals to our group (Ctrl-C, `timeout`) do not reach its group directly; we translate them first. Otherwise mpirun
/// would give up at a SIGTERM that only asks to finish the iteration, and would leave at once at the second SIGINT.
/// The launcher gets SIGTERM when this process dies, by whatever cause.
class LauncherProcess {
 public:
  /// @throws SystemError  if the command cannot be started, or a pipe cannot be made.
  LauncherProcess(const std::vector<std::string>& command, const SignalReader& signals);

  /// Asks the launcher to end, if it still runs.
  ~LauncherProcess();
  LauncherProcess(const LauncherProcess&) = delete;
  LauncherProcess& operator=(const LauncherProcess&) = delete;

  /// Sends a signal to the whole group, because a script around mpirun would not pass it on.
  void signal(int signal) const;

  /// The launcher's status (as of waitpid) once it has ended; does not block. Also reaps adopted orphans.
  std::optional<int> ended();

  int input = -1, output = -1, error = -1;  ///< nonblocking; -1 once closed

 private:
  pid_t pid_ = -1;
  std::optional<int> status_;
};

/// From now on this process adopts its descendants whose parents have ended, so that kill_descendants() still finds
/// them.
void adopt_orphans();

/// Ends all running descendants of this process by SIGKILL. mpirun gives each rank a process group of its own, so a
/// signal to mpirun's group does not reach them. Cost: several passes over all processes of the machine.
void kill_descendants();

}  // namespace uneven::launch
