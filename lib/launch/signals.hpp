#pragma once

#include <signal.h>

#include <array>
#include <optional>

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

}  // namespace uneven::launch
