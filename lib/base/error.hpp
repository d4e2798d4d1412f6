// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace uneven {

/// The command line asks for something that cannot be (exit code 64).
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Input was read and is wrong: what was found, where, and what was expected (65).
struct InputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An input cannot be opened (66).
struct OpenError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A read or write failed (74).
struct IoError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The operating system, the launcher or MPI failed (71).
struct SystemError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Ends the process with a code of its own; the message may be empty (then nothing is printed).
struct ExitError : std::runtime_error {
  ExitError(int code_, const std::string& message) : std::runtime_error(message), code(code_) {}
  int code;
};

/// The exit code of sysexits.h for the exception being handled; call inside a catch block.
int exit_code_of_current_exception();

/// Its one-line text; call inside a catch block.
std::string message_of_current_exception();

}  // namespace uneven
