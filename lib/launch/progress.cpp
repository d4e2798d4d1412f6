// SPDX-License-Identifier: MIT
#include "launch/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::launch {
namespace {

constexpr std::size_t longest_label = 40;  // characters

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

std::optional<ProgressReport> parse_progress(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    ProgressReport report;
    report.done = json.at("done").get<double>();
    report.total = json.value("total", 0.0);
    report.before = json.value("before", 0.0);
    report.seconds = json.value("seconds", 0.0);
    report.unit = shown(json.value("unit", ""), longest_label);
    report.label = shown(json.value("label", ""), longest_label);
    if (json.contains("value") && json["value"].is_number()) report.value = json["value"].get<double>();
    return report;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

std::string clock_text(double seconds) {
  const auto s = static_cast<long long>(std::ceil(seconds));
  char text[48];
  if (s < 3600)
    std::snprintf(text, sizeof text, "%lld:%02lld", s / 60, s % 60);
  else
    std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", s / 3600, s / 60 % 60, s % 60);
  return text;
}

double seconds_left(const ProgressReport& report) {
  const double here = report.done - report.before;
  const double left = here > 0 ? report.seconds / here * (report.total - report.done) : 0;
  // An estimate of more than some years is meaningless.
  return left > 0 && left < 1e9 ? left : 0;
}

std::string to_text(const ProgressReport& report) {
  std::string text = number(report.done);
  if (report.total > 0) text += "/" + number(report.total);
  if (report.value) text += ", " + (report.label.empty() ? "" : report.label + " ") + number(*report.value);
  if (const double left = seconds_left(report); left > 0) text += ", " + clock_text(left) + " left";
  return text;
}

Stream kind_of_standard_error() {
  if (!::isatty(STDERR_FILENO)) return Stream::file;
  const char* term = std::getenv("TERM");
  const std::string_view name = term ? term : "";
  return name.empty() || name == "dumb" ? Stream::dumb_terminal : Stream::terminal;
}

ProgressStyle progress_style(const std::string& text, Stream stream) {
  if (text == "auto") return stream == Stream::terminal ? ProgressStyle::bar : ProgressStyle::lines;
  if (text == "bar") return stream == Stream::dumb_terminal ? ProgressStyle::lines : ProgressStyle::bar;
  if (text == "lines") return ProgressStyle::lines;
  if (text == "none") return ProgressStyle::none;
  throw UsageError("--progress: '" + text + "' is not known; expected auto, bar, lines or none");
}

int terminal_columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

ProgressDisplay::ProgressDisplay(std::string tool, ProgressStyle style, std::ostream& out, std::function<int()> columns)
    : tool_(std::move(tool)), style_(style), out_(out), columns_(std::move(columns)) {
  if (style_ == ProgressStyle::lines) last_ = Clock::now();
}

void ProgressDisplay::update(const ProgressReport& report, Clock::time_point now) {
  using namespace std::chrono_literals;
  if (style_ == ProgressStyle::none) return;
  const auto wait = style_ == ProgressStyle::bar ? 100ms : 60000ms;
  if (last_ && now - *last_ < wait) return;
  last_ = now;
  if (style_ == ProgressStyle::bar)
    draw_bar(report);
  else
    out_ << tool_ << ": " << to_text(report) << std::endl;
}

void ProgressDisplay::draw_bar(const ProgressReport& report) {
  const std::string text = to_text(report);
  const int columns = columns_();
  const int used = static_cast<int>(tool_.size() + text.size()) + 6;  // ": [", "] " and the last column
  const int width = std::min(columns - used, 40);
  std::string line = tool_ + ": ";
  if (width > 4 && report.total > 0) {
    const int full = static_cast<int>(std::clamp(report.done / report.total, 0.0, 1.0) * width);
    line += "[" + std::string(full, '#') + std::string(width - full, '.') + "] ";
  }
  line += text;
  // A wrapped bar cannot be erased.
  out_ << '\r' << fitting(line, columns - 1) << "\033[K" << std::flush;
  drawn_ = true;
}

void ProgressDisplay::clear() {
  if (drawn_) out_ << "\r\033[K" << std::flush;
  drawn_ = false;
}

namespace {

constexpr std::string_view frame_start = "mpi-runner-output ";
constexpr std::size_t longest_header = 60;

}  // namespace

std::string frame_header(int stream, std::size_t bytes) {
  return std::string(frame_start) + std::to_string(stream) + " " + std::to_string(bytes) + "\n";
}

void OutputFrames::take(std::string_view bytes, std::string& rest) {
  while (!bytes.empty()) {
    if (over_) {
      rest += bytes;
      return;
    }
    if (left_ == 0) {
      take_header(bytes, rest);
      continue;
    }
    const std::size_t count = std::min(left_, bytes.size());
    take_(stream_, bytes.substr(0, count));
    left_ -= count;
    bytes.remove_prefix(count);
  }
}

/// Takes a header, or its beginning, off `bytes`.
void OutputFrames::take_header(std::string_view& bytes, std::string& rest) {
  const std::size_t end = bytes.find('\n');
  const std::size_t count = end == bytes.npos ? bytes.size() : end + 1;
  header_ += bytes.substr(0, std::min(count, longest_header + 1));
  const bool starts = std::string_view(header_).substr(0, frame_start.size()) == frame_start.substr(0, header_.size());
  const bool whole = header_.ends_with('\n');
  if (starts && !whole && header_.size() <= longest_header) return bytes.remove_prefix(count);
  if (starts && whole && std::sscanf(header_.c_str() + frame_start.size(), "%d %zu", &stream_, &left_) == 2) {
    header_.clear();
    return bytes.remove_prefix(count);
  }
  over_ = true;
  bytes.remove_prefix(std::min(count, longest_header + 1));
  rest += header_;
}

namespace {

/// Longest step of the clock, in s: a longer time between two calls of pass() means that this process was stopped.
constexpr double longest_step_s = 1;

std::string seconds_text(double seconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%g s", seconds);
  return text;
}

}  // namespace

Watchdog::Watchdog(const WatchLimits& limits, Clock::time_point now) : limits_(limits), looked_(now) {}

void Watchdog::pass(Clock::time_point now) {
  const double step = std::clamp(std::chrono::duration<double>(now - looked_).count(), 0.0, longest_step_s);
  looked_ = now;
  now_s_ += step;
  if (!started_ && !queued_) starting_s_ += step;
}

void Watchdog::start() {
  started_ = true;
  if (limits_.run_s > 0) stop_at_s_ = std::min(stop_at_s_, now_s_ + limits_.run_s);
}

void Watchdog::hear(int rank, const std::string& host) { last_[rank] = {now_s_, host}; }

void Watchdog::ask_to_stop() { stop_at_s_ = std::min(stop_at_s_, now_s_); }

double Watchdog::silence_allowed() const {
  const double third = limits_.silent_s / 3;
  return now_s_ - stop_at_s_ >= third ? third : limits_.silent_s;
}

std::string Watchdog::complaint() const {
  if (limits_.start_s > 0 && starting_s_ >= limits_.start_s)
    return "the ranks have not started within " + seconds_text(limits_.start_s) + " (--start-seconds)";
  const auto found = silent();
  if (found == last_.end()) return "";
  return "rank " + std::to_string(found->first) + " on " + found->second.host + " has not been heard of for " +
         seconds_text(silence_allowed()) + " (--silent-seconds)";
}

/// The first rank that has been silent for too long; the end if there is none.
std::map<int, Watchdog::Sign>::const_iterator Watchdog::silent() const {
  const double allowed = silence_allowed();
  return std::ranges::find_if(
      last_, [&](const auto& rank) { return limits_.silent_s > 0 && now_s_ - rank.second.at_s >= allowed; });
}

std::optional<std::string> Watchdog::silent_host(bool& whole) const {
  const auto found = silent();
  if (found == last_.end()) return std::nullopt;
  const std::string& host = found->second.host;
  whole = std::ranges::all_of(last_, [&](const auto& rank) {
    return rank.second.host != host || now_s_ - rank.second.at_s > 2 * seconds_between_signs(limits_);
  });
  return host;
}

std::map<int, std::string> Watchdog::hosts() const {
  std::map<int, std::string> hosts;
  for (const auto& [rank, sign] : last_) hosts[rank] = sign.host;
  return hosts;
}

}  // namespace uneven::launch
