// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "document/common.hpp"

namespace uneven::command {

/// A call that did not end well.
struct Failure {
  document::Range units;
  int rank = 0;
  std::string host;
  int code = 0;       ///< exit status of the program
  int signal = 0;     ///< that ended it; 0: none
  int error = 0;      ///< errno of a program that could not be started; -1: something else, which `words` tell
  std::string words;  ///< the last ones of its standard error, or what could not be done; may be empty
};

/// "rank 2 on node1: units 10 to 19: exit code 3: no such scene"
std::string message_of(const Failure& failure);

/// The exit code of a run with this failure, as of xargs: 123 if the program exited with 1 to 254, 124 with 255, 125 if
/// a signal ended it, 126 if it could not be started, 127 if it was not found; 74 if its output could not be kept.
int exit_code_of(const Failure& failure);

}  // namespace uneven::command
