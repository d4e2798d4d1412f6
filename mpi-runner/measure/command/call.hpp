// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "context.hpp"
#include "core_share.hpp"
#include "launch/child.hpp"
#include "shares/words.hpp"

namespace uneven::measure {

/// A user's command as one rank calls it: words replaced, standard output discarded, nothing to read, on the rank's own
/// cores, without the variables by which MPI would take it for a rank.
///
///     {units}         of the call
///     {rank} {ranks}  of the measurement
///     {host}
///     {seed}          different in each call of any rank
///     {folder}        a temporary folder of this rank, the same in all its calls: made for the first call if the
///                     command names it, removed at the end
///
/// The environment has the same words as UNEVEN_UNITS and so on.
class UserCommand {
 public:
  /// @param longest_s  a longer run is killed.
  UserCommand(const runner::Context& context, const runner::CoreShare& cores, double longest_s);
  ~UserCommand();
  UserCommand(const UserCommand&) = delete;
  UserCommand& operator=(const UserCommand&) = delete;

  /// Runs the command and waits for it.
  /// @throws SystemError  if it cannot be started, runs too long or does not end with exit code 0; with the last words
  ///                      of its standard error.
  /// @throws ExitError    with code 75 if the user asks to stop.
  launch::ChildEnd run(std::int64_t units);

  /// Runs a text by the shell on all cores, without a time limit. @param name  of the text, in messages.
  void run_shell(const std::string& name, const std::string& text) const;

 private:
  std::vector<shares::Word> words() const;

  const runner::Context& context_;
  runner::CoreShare cores_;
  double longest_s_;
  std::int64_t calls_ = 0;
  std::string folder_;
};

}  // namespace uneven::measure
