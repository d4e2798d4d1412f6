// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace uneven::launch {

/// Progress of a running program.
struct ProgressReport {
  double done = 0;
  double total = 0;    ///< same unit as `done`; 0: unknown
  double seconds = 0;  ///< since the work began
  std::string label;   ///< name of `value`, such as "error", safe for a terminal; may be empty
  std::optional<double> value;
  double before = 0;   ///< part of `done` from earlier runs
  std::string unit{};  ///< of `done` and `total`, such as "iteration"; may be empty
};

/// Reads {"done":12,"total":50,"unit":"iteration","seconds":0.31,"label":"error","value":1234.5}; all but `done` may be
/// missing. A resumed run also has "before".
/// Nothing if the text is not of this form.
std::optional<ProgressReport> parse_progress(const std::string& text);

/// An estimate of the time that the rest takes, from the time of this report; 0: none, or it is years.
double seconds_left(const ProgressReport& report);

/// 75 -> "1:15", 7275 -> "2:01:15"
std::string clock_text(double seconds);

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

/// The line before `bytes` bytes of a program's stream (1: standard output, 2: standard error) on the runner's standard
/// output: "mpi-runner-output 1 310\n". Frames come before the report.
std::string frame_header(int stream, std::size_t bytes);

/// Takes frames apart.
class OutputFrames {
 public:
  using Take = std::function<void(int stream, std::string_view bytes)>;

  /// @param take  gets the programs' bytes, as they come.
  explicit OutputFrames(Take take) : take_(std::move(take)) {}

  /// The next bytes; frames may be cut anywhere. What is in no frame, and all that follows it, is added to `rest`.
  void take(std::string_view bytes, std::string& rest);

 private:
  void take_header(std::string_view& bytes, std::string& rest);

  Take take_;
  std::string header_;  ///< of the next frame, as far as it is here
  int stream_ = 1;
  std::size_t left_ = 0;  ///< bytes of the present frame
  bool over_ = false;     ///< no more frames
};

/// Seconds after which a run is given up; 0: never.
struct WatchLimits {
  double start_s = 60;   ///< from the start until all ranks have met
  double silent_s = 30;  ///< without a sign of life from a rank
  double run_s = 0;      ///< time after which the run should end by itself; see Watchdog
};

/// Decides when to end a launcher because its ranks do not start, or one of them is dead.
///
/// A rank gives signs of life while it computes and while it waits, but not while it is stopped or its host is down. A
/// rank counts only after its first sign. Once a run has been due to end, on request or by run_s, for a third of
/// `silent_s`, a silence of a third of `silent_s` is enough, which is two of its six signs.
///
/// The watchdog's clock stops while this process is stopped (Ctrl-Z, a suspended machine), since the ranks are, too.
class Watchdog {
 public:
  using Clock = std::chrono::steady_clock;

  explicit Watchdog(const WatchLimits& limits, Clock::time_point now = Clock::now());

  /// Interval at which pass() should be called.
  static constexpr std::chrono::milliseconds look_every{250};

  /// Seconds between two signs of a rank; 0: none are needed.
  static double seconds_between_signs(const WatchLimits& limits) { return limits.silent_s / 6; }

  /// Advances the clock to `now`.
  void pass(Clock::time_point now);

  /// Tells that all ranks have met.
  void start();
  bool started() const { return started_; }

  /// Tells whether the launcher waits in a batch system's queue, which does not count as time to start.
  void wait_in_queue(bool waits) { queued_ = waits; }

  /// Takes a sign of life of a rank.
  void hear(int rank, const std::string& host);

  /// Tells that the ranks were asked to finish.
  void ask_to_stop();

  /// The reason to end the launcher, or "".
  std::string complaint() const;

  /// The host of a silent rank, if that is the reason. @param whole  gets whether all ranks of the host have been
  /// silent for longer than two of their signs.
  std::optional<std::string> silent_host(bool& whole) const;

  /// The hosts of the ranks that gave signs of life.
  std::map<int, std::string> hosts() const;

 private:
  struct Sign {
    double at_s;
    std::string host;
  };
  double silence_allowed() const;
  std::map<int, Sign>::const_iterator silent() const;

  WatchLimits limits_;
  Clock::time_point looked_;
  double now_s_ = 0, starting_s_ = 0;
  double stop_at_s_ = std::numeric_limits<double>::infinity();  ///< when the run should end
  bool started_ = false, queued_ = false;
  std::map<int, Sign> last_;  ///< by rank
};

}  // namespace uneven::launch
