#pragma once

#include <chrono>
#include <optional>
#include <ostream>
#include <string>

namespace uneven::cluster {

/// How far a running program is.
struct ProgressReport {
  double done = 0;
  double total = 0;    ///< 0: not known
  double seconds = 0;  ///< since the work began
  std::string label;   ///< what `value` is, as "error"; may be empty
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

/// @param text  auto (a bar on a terminal, else lines), bar, lines or none.
/// @throws UsageError  if it is another.
ProgressStyle progress_style(const std::string& text, bool terminal);

/// Shows progress on a stream that other words go to as well.
class ProgressDisplay {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param tool     begins each line.
  /// @param columns  the terminal's width; a bar stays below it.
  ProgressDisplay(std::string tool, ProgressStyle style, std::ostream& out, int columns = 80);

  /// Redraws the bar, at most ten times a second, or prints a line if the last is a minute old.
  void update(const ProgressReport& report, Clock::time_point now = Clock::now());

  /// Takes the bar off the screen: before other words, and at the end.
  void clear();

 private:
  void draw_bar(const ProgressReport& report);

  std::string tool_;
  ProgressStyle style_;
  std::ostream& out_;
  int columns_;
  std::optional<Clock::time_point> last_;
  bool drawn_ = false;
};

}  // namespace uneven::cluster
