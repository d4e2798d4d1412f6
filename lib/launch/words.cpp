// SPDX-License-Identifier: MIT
#include "launch/words.hpp"

#include <regex.h>

#include <array>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "base/text.hpp"
#include "base/text_stream.hpp"
#include "document/json.hpp"

namespace uneven::launch {

namespace {

/// Open MPI puts its longer messages between two lines of 74 dashes, a few between lines of 55.
bool is_ruler(const std::string& text) {
  return (text.size() == 74 || text.size() == 55) && text.find_first_not_of('-') == std::string::npos;
}

/// A longer line is matched by its beginning: what says why a run ended is short.
constexpr std::size_t longest_matched = 1024;

/// An extended regular expression of POSIX. std::regex would recurse for each character and takes long to compile.
class Pattern {
 public:
  explicit Pattern(const char* text) { regcomp(&compiled_, text, REG_EXTENDED); }
  ~Pattern() { regfree(&compiled_); }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  /// The whole line and what its groups match, "" for a group that matches nothing; none if the line does not match.
  [[nodiscard]] std::optional<std::array<std::string, 5>> match(const std::string& line) const {
    std::array<regmatch_t, 5> found;
    const std::string text = line.substr(0, longest_matched);
    if (regexec(&compiled_, text.c_str(), found.size(), found.data(), 0) != 0) return std::nullopt;
    std::array<std::string, 5> groups;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto [begin, end] = found[i];
      if (begin >= 0) groups[i] = text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    }
    return groups;
  }

 private:
  regex_t compiled_{};
};

/// "mpirun: ", "srun: ", "[node1:4711] ", "[proxy:0:0@node1] " and the like.
bool is_launchers_own(const std::string& text) {
  static const Pattern prefix(
      R"(^((mpirun|mpiexec|orterun|prterun|srun|salloc|slurmstepd|slurmd|ssh): |\[[^][:space:]:]+:[0-9]+\] |)"
      R"(\[(mpiexec|proxy:[0-9]+:[0-9]+)@[^][:space:]]+\] ))");
  return prefix.match(text).has_value();
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

void LauncherWords::pass(Watchdog::Clock::time_point now) {
  if (status_) status_->pass(now);
}

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
  InputText words(unfinished_.substr(begin + alive.size()));
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
    const auto report = parse_progress(*progress);
    if (report) progress_.update(*report);
    if (report && status_) status_->update(*report);
  } else if (const auto ranks = after(text, "mpi-runner-ranks: ")) {
    if (status_) status_->set_ranks(parse_rank_times(*ranks));
  } else if (const auto event = after(text, "mpi-runner-event: ")) {
    if (status_) status_->add_event(*event);
  } else if (const auto note = after(text, "mpi-runner-note: ")) {
    if (status_) status_->add_event(*note);
    if (!quiet_) print(tool_ + ": " + cleaned(*note));
  } else if (const auto error = after(text, "mpi-runner: ")) {
    if (errors_.insert(text).second) print(cleaned(own_errors_ ? tool_ + ": " + *error : text));
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
  static const Pattern signalled(
      R"(process rank ([0-9]+) with PID [0-9]+ on node ([^[:space:]]+) exited on signal ([0-9]+)( \([^)]*\))?)");
  static const Pattern process(R"(^[[:space:]]*Process name: \[\[[0-9]+,[0-9]+\],([0-9]+)\]$)");
  static const Pattern code(R"(^[[:space:]]*Exit code:[[:space:]]+([0-9]+)$)");
  // MPICH does not give the rank, Intel MPI does.
  static const Pattern place(R"(^=   (RANK ([0-9]+) )?PID ([0-9]+) RUNNING AT ([^[:space:]]+)$)");
  static const Pattern ended(R"(WITH THE EXIT STRING: (.*) \(signal ([0-9]+)\)$)");
  static const Pattern killed(R"(^=   KILLED BY SIGNAL: ([0-9]+)( \([^)]*\))?)");
  static const Pattern left(R"(^=   EXIT (CODE|STATUS): ([0-9]+)$)");
  static const Pattern slurm(R"(^srun: error: ([^[:space:]]+): tasks? ([0-9,-]+): (.*)$)");
  std::string rank, process_there, code_there;
  for (const std::string& line : kept_) {
    if (const auto m = place.match(line)) {
      process_there = ((*m)[1].empty() ? "process " + (*m)[3] : "rank " + (*m)[2]) + " on " + (*m)[4];
      continue;
    }
    if (!process_there.empty()) {
      if (const auto m = ended.match(line)) return process_there + " ended by signal " + (*m)[2] + " (" + (*m)[1] + ")";
      if (const auto m = killed.match(line)) return process_there + " ended by signal " + (*m)[1] + (*m)[2];
      if (const auto m = left.match(line)) code_there = (*m)[2];
    }
    if (const auto m = signalled.match(line)) {
      const auto& [all, number, host, signal, name] = *m;
      return "rank " + number + " on " + host + " ended by signal " + signal + name;
    }
    if (const auto m = slurm.match(line)) return "rank " + (*m)[2] + " on " + (*m)[1] + ": " + (*m)[3];
    if (const auto m = process.match(line)) rank = (*m)[1];
    if (const auto m = code.match(line); m && !rank.empty()) return "rank " + rank + " exited with code " + (*m)[1];
  }
  return code_there.empty() ? "" : process_there + " exited with code " + code_there;
}

std::string command_option(const std::vector<std::string>& words) {
  document::Json list = document::Json::array();
  for (const std::string& word : words) list.push_back(text_of_name(word));
  return "--command=" + list.dump();
}

std::vector<std::string> words_of_option(const std::string& json) {
  const auto fault = [&] {
    return UsageError("--command: found '" + shown(json) +
                      R"('; expected a JSON list of words, such as '["./render","{first}"]')");
  };
  const document::Json list = document::Json::parse(json, nullptr, false);
  if (!list.is_array() || list.empty()) throw fault();
  std::vector<std::string> words;
  for (const document::Json& word : list) {
    if (!word.is_string()) throw fault();
    words.push_back(name_of_text(word.get<std::string>()));
    if (words.back().find('\0') != std::string::npos) throw fault();
  }
  if (words[0].empty()) throw fault();
  return words;
}

namespace {

std::string quoted(const std::string& word) {
  const std::string plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=:,+%@{}";  // braces hold {first} and the like
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

void require_short(const std::vector<std::string>& arguments) {
  constexpr std::size_t most = 131'071;  // MAX_ARG_STRLEN, with the NUL
  for (const std::string& word : arguments)
    if (word.size() > most)
      throw UsageError(word.substr(0, word.find('=')) + ": " + std::to_string(word.size()) +
                       " bytes in one word for mpi-runner; Linux allows " + std::to_string(most));
}

std::string shell_text(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + quoted(word);
  return text;
}

}  // namespace uneven::launch
