// SPDX-License-Identifier: MIT
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/file.hpp"
#include "base/file_name.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"
#include "document/document.hpp"
#include "draw/status.hpp"
#include "machine/machine.hpp"

namespace uneven::draw {

namespace {

constexpr int look_every_ms = 200;
constexpr double late_s = 5;  ///< a status that is so old is not renewed any more
constexpr int usual_columns = 80, usual_rows = 24;

volatile std::sig_atomic_t end_signal = 0, stop_asked = 0;

void take_signal(int signal) {
  if (signal == SIGTSTP) stop_asked = 1;
  if (signal != SIGTSTP && signal != SIGWINCH) end_signal = signal;
}

/// While it lives, signals are noted and end a wait; before it, and after, they do what they did.
class Signals {
 public:
  Signals() {
    struct sigaction action {};
    action.sa_handler = take_signal;  // without SA_RESTART
    for (std::size_t i = 0; i < taken.size(); ++i) {
      ::sigaction(taken[i], nullptr, &before_[i]);
      if (before_[i].sa_handler != SIG_IGN) ::sigaction(taken[i], &action, nullptr);
    }
  }
  ~Signals() {
    for (std::size_t i = 0; i < taken.size(); ++i) ::sigaction(taken[i], &before_[i], nullptr);
  }
  Signals(const Signals&) = delete;
  Signals& operator=(const Signals&) = delete;

 private:
  static constexpr std::array taken{SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGWINCH};
  std::array<struct sigaction, taken.size()> before_;
};

void print(std::string_view bytes) {
  if (const int error = write_bytes(STDOUT_FILENO, bytes.data(), bytes.size()))
    throw IoError("standard output: cannot write: " + std::string(std::strerror(error)));
}

/// Zeros where it is not known.
winsize window() {
  winsize size{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size : winsize{};
}

/// The terminal's alternate screen, without a cursor; the destructor brings back the main one.
class Screen {
 public:
  Screen() { enter(); }
  ~Screen() { leave(); }
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// Draws in place, line by line, no further than the window goes.
  void draw(const std::string& picture) {
    const winsize size = window();
    const std::size_t most = (size.ws_row > 1 ? size.ws_row : usual_rows) - 1u;
    std::vector<std::string> lines = split(picture, '\n');
    if (lines.size() > most) lines.resize(most);
    std::string bytes = "\033[H";
    for (const std::string& line : lines) bytes += line + "\033[K\r\n";
    print(bytes + "\033[J");
  }

  /// As Ctrl-Z does to a program that knows nothing of it.
  void stop() {
    leave();
    ::raise(SIGSTOP);
    enter();
  }

 private:
  static void enter() { print("\033[?1049h\033[?25l"); }
  static void leave() {
    constexpr std::string_view back = "\033[?25h\033[?1049l";
    write_bytes(STDOUT_FILENO, back.data(), back.size());
  }
};

bool can_redraw() {
  const char* term = std::getenv("TERM");
  const std::string_view name = term ? term : "";
  return ::isatty(STDOUT_FILENO) && !name.empty() && name != "dumb";
}

int columns() {
  const winsize size = window();
  return std::max(size.ws_col > 0 ? size.ws_col : usual_columns, narrowest);
}

/// The first line in a colour that tells the state, unless the user wants none.
std::string coloured(const std::string& picture, document::RunState state) {
  const char* none = std::getenv("NO_COLOR");
  if (none && *none) return picture;
  const char* colour = state == document::RunState::running    ? "\033[36m"
                       : state == document::RunState::finished ? "\033[32m"
                                                               : "\033[31m";
  const std::size_t end = picture.find('\n');
  return colour + picture.substr(0, end) + "\033[0m" + picture.substr(end);
}

double age_s(const document::Status& status) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count() - status.written_unix_s;
}

/// Whether the tool ran here and is no longer there.
bool is_dead(const document::Status& status) {
  return status.pid > 0 && status.host == machine::this_machine().host && age_s(status) > late_s &&
         ::kill(static_cast<pid_t>(status.pid), 0) != 0 && errno == ESRCH;
}

/// What tells one version of a file from another; none if there is no file.
using Version = std::optional<std::tuple<ino_t, off_t, time_t, long>>;

Version version_of(const std::string& path) {
  struct stat found {};
  if (::stat(path.c_str(), &found) != 0) return std::nullopt;
  return std::tuple(found.st_ino, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
}

class Watch {
 public:
  Watch(const std::string& path, TextOptions options) : path_(path), options_(options) {
    if (can_redraw()) screen_.emplace();
  }

  /// Until the run has ended or a signal has come. @return  the last status, if any.
  std::optional<document::Status> until_the_end() {
    while (end_signal == 0) {
      if (std::exchange(stop_asked, 0) != 0) screen_ ? screen_->stop() : static_cast<void>(::raise(SIGSTOP));
      look();
      if (status_ && (status_->state != document::RunState::running || dead_)) break;
      ::poll(nullptr, 0, look_every_ms);
    }
    screen_.reset();
    return status_;
  }

  bool dead() const { return dead_; }

 private:
  void look() {
    const Version now = version_of(path_);
    if (now && now != version_) {
      status_ = document::parse(read_file(path_), input_name(path_), {"status"}).as<document::Status>();
    } else if (status_ && is_dead(*status_)) {
      dead_ = true;
    }
    version_ = now;
    show();
  }

  std::string notes() const {
    if (!status_) return "waiting for " + shown(path_);
    if (dead_) return "its process is no longer there";
    const double age = age_s(*status_);
    const bool late = status_->state == document::RunState::running && age > late_s;
    return late ? "no news for " + std::to_string(static_cast<long long>(age)) + " s" : "";
  }

  void show() {
    const std::string note = notes();
    if (screen_) {
      options_.width = columns();
      std::string picture = status_ ? coloured(text(*status_, options_), status_->state) : "";
      if (!note.empty()) picture += wrap(printable(note, options_.ascii), options_.width);
      const std::string key = picture + std::to_string(options_.width) + " " + std::to_string(window().ws_row);
      if (std::exchange(shown_, key) != key) screen_->draw(picture);
      return;
    }
    // Time alone is no news.
    std::string key = note.empty() ? "" : note.substr(0, note.find_last_of(' '));
    if (status_) key += name_of(status_->state) + shortest(status_->done) + shortest(status_->value.value_or(0));
    if (std::exchange(shown_, key) == key) return;
    const std::string words = status_ ? status_line(*status_) + (note.empty() ? "" : ", " + note) : note;
    print(printable(words, options_.ascii) + "\n");
  }

  std::string path_;
  TextOptions options_;
  std::optional<Screen> screen_;
  std::optional<document::Status> status_;
  Version version_;
  std::string shown_;
  bool dead_ = false;
};

}  // namespace

void watch(const std::string& path, TextOptions options) {
  if (path == "-") throw UsageError("--watch: standard input does not change; expected the file of --status");
  std::optional<document::Status> last;
  bool dead = false;
  {
    const Signals signals;
    Watch run(path, options);
    const bool redraws = can_redraw();
    last = run.until_the_end();
    dead = run.dead();
    if (redraws && last && end_signal == 0) print(text(*last, {columns(), options.ascii}));
  }
  if (end_signal != 0) {
    ::raise(end_signal);
    throw ExitError(128 + end_signal, "");
  }
  if (dead) throw ExitError(1, path + ": the process " + std::to_string(last->pid) + " is no longer there");
  if (last->state == document::RunState::failed) throw ExitError(1, "");
  if (last->state == document::RunState::stopped) throw ExitError(EX_TEMPFAIL, "");
}

}  // namespace uneven::draw
