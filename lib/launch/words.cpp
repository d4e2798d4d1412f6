// SPDX-License-Identifier: MIT
#include "launch/words.hpp"

#include <optional>
#include <regex>
#include <sstream>
#include <utility>

#include "base/file_name.hpp"
#include "base/foreign_text.hpp"

namespace uneven::launch {
namespace {

/// Open MPI puts its longer messages between two lines of 74 dashes, a few between lines of 55.
bool is_ruler(const std::string& text) {
  return (text.size() == 74 || text.size() == 55) && text.find_first_not_of('-') == std::string::npos;
}

/// std::regex recurses for each character, so a long line would overflow the stack.
constexpr std::size_t longest_for_regex = 1024;

/// "mpirun: ", "srun: ", "[node1:4711] " and the like.
bool is_launchers_own(const std::string& text) {
  static const std::regex prefix(
      R"((mpirun|mpiexec|orterun|prterun|srun|salloc|slurmstepd|slurmd): .*|\[[^\s:\]]+:\d+\] .*)");
  return std::regex_match(text.substr(0, longest_for_regex), prefix);
}

/// The rest of `text` after `prefix`, if it begins so.
std::optional<std::string> after(const std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

}  // namespace

std::string cleaned_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string safe;
  for (const std::string& part : split(std::string(line), '\t')) safe += cleaned(part) + '\t';
  safe.pop_back();
  return safe;
}

LauncherWords::LauncherWords(std::string tool, bool quiet, ProgressStyle progress, std::ostream& out,
                             Watchdog& watchdog, std::function<int()> columns)
    : tool_(tool), quiet_(quiet), progress_(tool, progress, out, std::move(columns)), out_(out), watchdog_(watchdog) {}

void LauncherWords::take(std::string_view bytes) {
  for (std::size_t end; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
    unfinished_ += bytes.substr(0, end);
    end_line();
  }
  unfinished_ += bytes;
  constexpr std::size_t longest = 1 << 20;  // an endless line is passed on in pieces
  if (unfinished_.size() > longest) line(std::exchange(unfinished_, ""));
}

void LauncherWords::finish() {
  if (!unfinished_.empty()) line(std::exchange(unfinished_, ""));
  progress_.clear();
}

void LauncherWords::end_line() {
  if (!take_sign()) line(std::exchange(unfinished_, ""));
}

/// Removes a sign for the watchdog from the end of the unfinished line.
bool LauncherWords::take_sign() {
  constexpr std::string_view started = "mpi-runner-started", alive = "mpi-runner-alive ";
  if (unfinished_.ends_with(started)) {
    unfinished_.resize(unfinished_.size() - started.size());
    watchdog_.start();
    return true;
  }
  const std::size_t begin = unfinished_.rfind(alive);
  if (begin == std::string::npos) return false;
  std::istringstream words(unfinished_.substr(begin + alive.size()));
  int rank = 0;
  std::string host, more;
  if (!(words >> rank >> host) || words >> more) return false;
  unfinished_.resize(begin);
  watchdog_.hear(rank, host);
  return true;
}

void LauncherWords::keep(const std::string& text) {
  constexpr std::size_t most = 1000;
  kept_.push_back(text);
  if (kept_.size() > most) kept_.pop_front();
  // salloc and srun.
  if (text.find("queued and waiting for resources") != std::string::npos) watchdog_.wait_in_queue(true);
  if (text.find("has been allocated resources") != std::string::npos) watchdog_.wait_in_queue(false);
}

void LauncherWords::line(const std::string& text) {
  if (const auto progress = after(text, "mpi-runner-progress: ")) {
    if (const auto report = parse_progress(*progress)) progress_.update(*report);
  } else if (const auto note = after(text, "mpi-runner-note: ")) {
    if (!quiet_) print(tool_ + ": " + cleaned(*note));
  } else if (text.starts_with("mpi-runner: ")) {
    if (errors_.insert(text).second) print(cleaned(text));
  } else {
    const bool ruler = is_ruler(text);
    if (ruler || in_block_ || error_seen() || is_launchers_own(text)) {
      keep(text);
    } else {
      print(cleaned_line(text));
    }
    if (ruler) in_block_ = !in_block_;
  }
}

void LauncherWords::print(const std::string& text) {
  progress_.clear();
  out_ << text << std::endl;
}

void LauncherWords::pass_on(std::string_view bytes) {
  progress_.clear();
  out_ << bytes << std::flush;
}

std::string LauncherWords::cause() const {
  static const std::regex signalled(
      R"(.*process rank (\d+) with PID \d+ on node (\S+) exited on signal (\d+)( \([^)]*\))?.*)");
  static const std::regex process(R"(\s*Process name: \[\[\d+,\d+\],(\d+)\])");
  static const std::regex code(R"(\s*Exit code:\s+(\d+))");
  static const std::regex slurm(R"(srun: error: (\S+): tasks? ([\d,-]+): (.*))");
  std::smatch m;
  std::string rank;
  for (const auto& line : kept_) {
    const std::string text = line.substr(0, longest_for_regex);
    if (std::regex_match(text, m, signalled))
      return "rank " + m.str(1) + " on " + m.str(2) + " ended by signal " + m.str(3) + m.str(4);
    if (std::regex_match(text, m, slurm)) return "rank " + m.str(2) + " on " + m.str(1) + ": " + m.str(3);
    if (std::regex_match(text, m, process)) rank = m.str(1);
    if (!rank.empty() && std::regex_match(text, m, code)) return "rank " + rank + " exited with code " + m.str(1);
  }
  return "";
}

}  // namespace uneven::launch
