// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <ostream>
#include <string>

namespace uneven::launch {

/// How far a running program is.
struct ProgressReport {
  double done = 0;
  double total = 0;    ///< 0: not known
  double seconds = 0;  ///< since the work began
  std::string label;   ///< what `value` is, as "error", safe for a terminal; may be empty
  std::optional<double> value;
  double before = 0;  ///< of those done, in earlier runs
};

/// Reads {"done":12,"total":50,"seconds":0.31,"label":"error","value":1234.5}; all but `done` may be missing, and
/// "before" is of a run that was resumed.
/// Nothing if the text is not of this form.
std::optional<ProgressReport> parse_progress(const std::string& text);

/// "12/50, error 1234.5, 0:38 left"
std::string to_text(const ProgressReport& report);

enum class ProgressStyle { none, lines, bar };

enum class Stream { file, terminal, dumb_terminal };

/// What standard error is. A terminal is dumb, and takes back nothing that it shows, if TERM says so or nothing.
Stream kind_of_standard_error();

/// @param text  auto (a bar on a terminal, else lines), bar, lines or none; a dumb terminal has lines for bars.
/// @throws UsageError  if it is another.
ProgressStyle progress_style(const std::string& text, Stream stream);

/// The width of the terminal on standard error, of 80 columns where it has none. It changes with its window.
int terminal_columns();

/// Shows progress on a stream that other words go to as well.
class ProgressDisplay {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param tool     begins each line.
  /// @param columns  the terminal's width, asked for at each drawing; a bar stays below it.
  ProgressDisplay(std::string tool, ProgressStyle style, std::ostream& out,
                  std::function<int()> columns = terminal_columns);

  /// Redraws the bar, at most ten times a second, or prints a line if the last is a minute old.
  void update(const ProgressReport& report, Clock::time_point now = Clock::now());

  /// Takes the bar off the screen: before other words, and at the end.
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
