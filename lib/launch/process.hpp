#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "launch/signals.hpp"

namespace uneven::launch {

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
