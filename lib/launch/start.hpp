// SPDX-License-Identifier: MIT
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"

namespace uneven::launch {

/// A program could not be started.
struct StartError : SystemError {
  StartError(const std::string& message, int error_) : SystemError(message), error(error_) {}
  int error;  ///< errno of exec, such as ENOENT or EACCES; of chdir if the folder is at fault
};

/// A pipe whose ends are closed by exec and by the destructor. Both ends are above 2, so that dup2 in a child replaces
/// none of them, even if this process started with closed streams.
struct Pipe {
  /// @throws SystemError
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  int read = -1, write = -1;
};

/// Closes a descriptor, unless it is -1, and sets it to -1.
void close_descriptor(int& descriptor);

/// How a program starts.
struct Start {
  std::vector<std::string> words;         ///< the program, looked for in PATH, and its arguments
  std::vector<std::string> environment;   ///< all variables, NAME=VALUE
  std::string folder;                     ///< its working folder; empty: that of this process
  int input = 0, output = 1, errors = 2;  ///< descriptors that become its standard streams
  int death_signal = 0;                   ///< sent to it when the calling thread ends, by whatever cause
  std::function<void()> before_exec;      ///< called in the new process; async-signal-safe
};

/// Variables of this process, NAME=VALUE.
std::vector<std::string> own_environment();

/// Starts a program in a process group of its own, and returns once exec has succeeded.
/// @return  its process id, which is also that of its group. The caller waits for it.
/// @throws StartError   if the program is not there or cannot be executed, or the folder cannot be entered.
/// @throws SystemError  if there is no process or pipe.
pid_t start_program(const Start& start);

}  // namespace uneven::launch
