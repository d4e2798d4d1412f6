// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launch/launch.hpp"

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

/// Folder of Open MPI's temporary files, and the variable that sets it, such as TMPDIR; "" for the default, /tmp.
struct TemporaryFolder {
  std::filesystem::path path;
  std::string variable;
};

TemporaryFolder temporary_folder();

/// A file without a name in a folder, deleted when it is closed. @return  its descriptor, or -1 with the reason in
/// errno.
int unnamed_file(const std::filesystem::path& folder);

/// Makes an empty folder in the folder of temporary files. @param name  its beginning. @throws SystemError
std::string fresh_folder(const std::string& name);

/// Reason why Open MPI cannot start with this folder, or "". Without room for its files mpirun would hang.
/// Cost: some system calls. Reserves a file of some MiB for a moment, unwritten if the file system can.
std::string fault_of(const TemporaryFolder& folder);

/// A user's program and what it is started with.
struct ChildCommand {
  std::vector<std::string> words;             ///< the program, looked for in PATH, and its arguments
  std::vector<std::string> environment = {};  ///< variables, NAME=VALUE, that add to those of this process
  std::vector<std::string> without = {};      ///< beginnings of names, such as "OMPI_", of variables to leave out
  std::string folder = "";                    ///< its working folder; empty: that of this process
  int input = -1, output = -1, errors = -1;   ///< descriptors for its streams; -1: /dev/null for input, else ours
};

/// How a program ended, and what it took.
struct ChildEnd {
  int code = 0;                 ///< exit status, or 128 + signal
  int signal = 0;               ///< signal that ended it; 0: none
  double seconds = 0;           ///< from its start until it was seen to have ended
  double cpu_seconds = 0;       ///< user and system time of it and of all descendants that were waited for
  std::int64_t peak_bytes = 0;  ///< largest resident memory of the program or of one such descendant
};

/// A running program in a process group of its own, which is killed with its owner.
///
/// The program gets SIGKILL when the thread that made the Child ends, by whatever cause, and the whole group when this
/// process does. The destructor kills the group of a program that has not ended. What an ended program leaves in the
/// background runs on.
///
/// Not beside a LauncherProcess, whose ended() reaps all children of the process.
class Child {
 public:
  /// @throws StartError, SystemError  as start_program().
  explicit Child(const ChildCommand& command);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  pid_t pid() const { return pid_; }

  /// Descriptor that poll() finds readable once the program has ended; -1 where the system has none (before Linux 5.3).
  int descriptor() const { return descriptor_; }

  /// How the program ended, if it has; does not block.
  const std::optional<ChildEnd>& ended();

  /// Waits until the program has ended.
  const ChildEnd& wait();

  /// Sends a signal to the group of the program, which is still to be waited for. No effect once it has ended.
  void kill(int signal);
  void kill();

 private:
  void reap(int options);

  pid_t pid_ = -1;
  int descriptor_ = -1;
  std::chrono::steady_clock::time_point start_;
  std::optional<ChildEnd> end_;
};

/// The last lines of a stream, for a message: what a failed program said. Memory stays small, whatever arrives.
class LastWords {
 public:
  /// Takes the next bytes; lines may be cut anywhere.
  void take(std::string_view bytes);

  /// The last lines that are not blank, of at most three, joined by " / ", made safe for a terminal and shortened from
  /// the front; empty if there are none.
  std::string text() const;

 private:
  std::string bytes_;
};

/// The same of a file; empty if it cannot be read.
std::string last_words_of(const std::string& path);

}  // namespace uneven::launch
