// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <ostream>
#include <string>

namespace uneven::launch {

/// Progress of a running program.
struct ProgressReport {
  double done = 0;
  double total = 0;    ///< same unit as `done`; 0: unknown
  double seconds = 0;  ///< since the work began
  std::string label;   ///< name of `value`, such as "error", safe for a terminal; may be empty
  std::optional<double> value;
  double before = 0;  ///< part of `done` from earlier runs
};

/// Reads {"done":12,"total":50,"seconds":0.31,"label":"error","value":1234.5}; all but `done` may be missing. A resumed
/// run also has "before".
/// Nothing if the text is not of this form.
std::optional<ProgressReport> parse_progress(const std::string& text);

/// "12/50, error 1234.5, 0:38 left"
std::string to_text(const ProgressReport& report);

enum class ProgressStyle { none, lines, bar };

enum class Stream { file, terminal, dumb_terminal };

/// Kind of standard error. A terminal is dumb, so that lines cannot be redrawn, if TERM is "dumb" or unset.
Stream kind_of_standard_error();

/// The style named by `text`.
/// @param text  auto (a bar on a terminal, else lines), bar, lines or none; a dumb terminal gets lines in place of
/// bars.
/// @throws UsageError  for any other text.
ProgressStyle progress_style(const std::string& text, Stream stream);

/// Present width of the terminal on standard error, in columns; 80 if unknown. It may change with the window.
int terminal_columns();

/// Shows progress on a stream that also carries other messages.
class ProgressDisplay {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param tool     name at the start of each line.
  /// @param columns  gives the terminal's width; called for each drawing, since a bar must be shorter.
  ProgressDisplay(std::string tool, ProgressStyle style, std::ostream& out,
                  std::function<int()> columns = terminal_columns);

  /// Redraws the bar, at most ten times a second; or prints a line if the last one is a minute old.
  void update(const ProgressReport& report, Clock::time_point now = Clock::now());

  /// Erases the bar; needed before other messages, and at the end.
  void clear();

 private:
  void draw_bar(const ProgressReport& report);

  std::string tool_;
  ProgressStyle style_;
  std::ostream& out_;
  std::function<int()> columns_;
  std::optional<Clock::time_point> last_;
  bool drawn_ = false;
};

}  // namespace uneven::launch
