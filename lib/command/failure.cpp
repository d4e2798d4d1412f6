// SPDX-License-Identifier: MIT
#include "command/failure.hpp"

#include <sysexits.h>

#include <cerrno>
#include <cstring>

namespace uneven::command {

namespace {

std::string how_it_ended(const Failure& failure) {
  if (failure.error != 0) return failure.words;
  const std::string words = failure.words.empty() ? "" : ": " + failure.words;
  if (failure.signal == 0) return "exit code " + std::to_string(failure.code) + words;
  return "ended by signal " + std::to_string(failure.signal) + " (" + ::strsignal(failure.signal) + ")" + words;
}

}  // namespace

std::string message_of(const Failure& failure) {
  const std::string units = failure.units.count == 1 ? "unit " + std::to_string(failure.units.first)
                                                     : "units " + std::to_string(failure.units.first) + " to " +
                                                           std::to_string(failure.units.end() - 1);
  return "rank " + std::to_string(failure.rank) + " on " + failure.host + ": " + units + ": " + how_it_ended(failure);
}

int exit_code_of(const Failure& failure) {
  if (failure.error == -1) return EX_IOERR;
  if (failure.error == ENOENT) return 127;
  if (failure.error != 0) return 126;
  if (failure.signal != 0) return 125;
  return failure.code == 255 ? 124 : 123;
}

}  // namespace uneven::command
