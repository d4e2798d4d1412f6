// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "launch/start.hpp"

namespace uneven::launch {

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
