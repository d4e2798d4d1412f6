#include "cluster/launch_words.hpp"

#include <optional>
#include <regex>
#include <utility>

namespace uneven::cluster {
namespace {

/// Open MPI puts its longer messages between two lines of 74 dashes, a few between 55.
bool is_ruler(const std::string& text) {
  return (text.size() == 74 || text.size() == 55) && text.find_first_not_of('-') == std::string::npos;
}

/// std::regex recurses for each character: a program's line of any length would end the stack.
constexpr std::size_t longest_for_regex = 1024;

/// "mpirun: ", "srun: ", "[node1:4711] " and the like.
bool is_launchers_own(const std::string& text) {
  static const std::regex prefix(R"((mpirun|mpiexec|orterun|prterun|srun|slurmstepd|slurmd): .*|\[[^\s:\]]+:\d+\] .*)");
  return std::regex_match(text.substr(0, longest_for_regex), prefix);
}

/// The rest of `text` after `prefix`, if it begins so.
std::optional<std::string> after(const std::string& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return std::nullopt;
  return text.substr(prefix.size());
}

}  // namespace

LauncherWords::LauncherWords(std::string tool, bool quiet, ProgressStyle progress, std::ostream& out, int columns)
    : tool_(tool), quiet_(quiet), progress_(tool, progress, out, columns), out_(out) {}

void LauncherWords::take(std::string_view bytes) {
  for (std::size_t end; (end = bytes.find('\n')) != std::string_view::npos; bytes.remove_prefix(end + 1)) {
    unfinished_ += bytes.substr(0, end);
    line(std::exchange(unfinished_, ""));
  }
  unfinished_ += bytes;
  constexpr std::size_t longest = 1 << 20;  // what never ends its line is passed on in pieces
  if (unfinished_.size() > longest) line(std::exchange(unfinished_, ""));
}

void LauncherWords::finish() {
  if (!unfinished_.empty()) line(std::exchange(unfinished_, ""));
  progress_.clear();
}

void LauncherWords::line(const std::string& text) {
  if (const auto progress = after(text, "mpi-runner-progress: ")) {
    if (const auto report = parse_progress(*progress)) progress_.update(*report);
  } else if (const auto note = after(text, "mpi-runner-note: ")) {
    if (!quiet_) print(tool_ + ": " + *note);
  } else if (text.starts_with("mpi-runner: ")) {
    if (errors_.insert(text).second) print(text);
  } else {
    const bool ruler = is_ruler(text);
    if (ruler || in_block_ || error_seen() || is_launchers_own(text)) {
      kept_.push_back(text);
      if (kept_.size() > 1000) kept_.pop_front();
    } else {
      print(text);
    }
    if (ruler) in_block_ = !in_block_;
  }
}

void LauncherWords::print(const std::string& text) {
  progress_.clear();
  out_ << text << std::endl;
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

}  // namespace uneven::cluster
