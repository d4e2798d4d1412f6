// SPDX-License-Identifier: MIT
#pragma once

#include <deque>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "launch/progress.hpp"
#include "launch/watchdog.hpp"

namespace uneven::launch {

/// A line of another program, made safe for a terminal as by cleaned(); tabs and the end of the line stay.
std::string cleaned_line(std::string_view line);

/// Sorts what arrives on the launcher's standard error, line by line:
///
///     mpi-runner: TEXT              the runner's error: printed as it is, once
///     mpi-runner-note: TEXT         printed as "TOOL: TEXT"
///     mpi-runner-progress: JSON     shown by the progress display
///     mpi-runner-started            all ranks have met: for the watchdog
///     mpi-runner-alive RANK HOST    a sign of life: for the watchdog
///     the launcher's own words      kept, in case nothing else explains a failure
///     anything else                 a user's program: passed on, but kept once an error has been printed
///
/// Printed text is made safe for a terminal. A sign of life may arrive in the middle of a program's line: it then
/// stands at the end of an unfinished line, and the rest of that line follows.
class LauncherWords {
 public:
  LauncherWords(std::string tool, bool quiet, ProgressStyle progress, std::ostream& out, Watchdog& watchdog,
                std::function<int()> columns = terminal_columns);

  /// From now on the runner's errors are printed as "TOOL: TEXT".
  void own_errors() { own_errors_ = true; }

  /// Takes the next bytes; lines may be cut anywhere.
  void take(std::string_view bytes);

  /// Ends the stream: takes an unfinished line as a line, and erases the progress bar.
  void finish();

  /// Prints what a user's program wrote as it is.
  void pass_on(std::string_view bytes);

  /// Erases the progress bar, before something else is printed.
  void clear_progress() { progress_.clear(); }

  /// Whether the runner has printed an error.
  bool error_seen() const { return !errors_.empty(); }

  /// The launcher's own words, line by line; the last thousand.
  const std::deque<std::string>& kept() const { return kept_; }

  /// How a rank ended, if Open MPI or srun tell: "rank 3 on node1 ended by signal 9 (Killed)"; else "".
  std::string cause() const;

 private:
  void end_line();
  bool take_sign();
  void line(const std::string& text);
  void keep(const std::string& text);
  void print(const std::string& text);

  std::string tool_;
  bool quiet_, own_errors_ = false;
  ProgressDisplay progress_;
  std::ostream& out_;
  Watchdog& watchdog_;
  std::string unfinished_;
  std::set<std::string> errors_;
  std::deque<std::string> kept_;
  bool in_block_ = false;  ///< between Open MPI's rulers
};

/// The option that takes a user's command to mpi-runner: `--command=["./render","--from","{first}"]`.
///
/// The words are one JSON list, because mpirun takes a word ":" of its command line for its own and srun and batch
/// systems differ in what they do with empty ones. Words may be any bytes (base/file_name.hpp).
std::string command_option(const std::vector<std::string>& words);

/// The words of the option's value again.
/// @throws UsageError  if it is no list of one or more words, or the first is empty, or a word has a NUL byte.
std::vector<std::string> words_of_option(const std::string& json);

/// Refuses what Linux cannot hand on. @throws UsageError  naming the option of the first argument above 131,071 bytes.
void require_short(const std::vector<std::string>& arguments);

/// A command as one would type it in a shell: words that need it stand in quotes.
std::string shell_text(const std::vector<std::string>& words);

}  // namespace uneven::launch
