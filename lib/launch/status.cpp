// SPDX-License-Identifier: MIT
#include "launch/status.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "base/file.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"
#include "document/json.hpp"
#include "document/writer.hpp"
#include "machine/machine.hpp"

namespace uneven::launch {

namespace {

constexpr std::chrono::seconds write_every{1};
constexpr std::size_t most_events = 8, longest_event = 300;  // characters

double seconds_between(StatusFile::Clock::time_point from, StatusFile::Clock::time_point to) {
  return std::max(0.0, std::chrono::duration<double>(to - from).count());
}

}  // namespace

std::vector<document::RankStatus> parse_rank_times(const std::string& text) {
  const auto json = document::Json::parse(text, nullptr, false);
  std::vector<document::RankStatus> ranks;
  if (!json.is_array()) return {};
  for (const auto& entry : json) {
    const bool numbers = entry.is_array() && std::ranges::all_of(entry, [](const auto& n) { return n.is_number(); });
    if (!numbers || (entry.size() != 2 && entry.size() != 4) || entry[0] < 0) return {};
    document::RankStatus& rank = ranks.emplace_back();
    rank.rank = entry[0].get<std::int64_t>();
    rank.compute_s = entry[1].get<double>();
    if (entry.size() == 4) rank.communicate_s = entry[2].get<double>(), rank.wait_s = entry[3].get<double>();
  }
  return ranks;
}

StatusFile::StatusFile(std::string path, const std::string& tool, std::ostream& words, Clock::time_point now)
    : path_(std::move(path)), words_(words), start_(now), heard_(now), written_(now) {
  if (path_.empty()) return;
  try {
    path_ = behind_links(path_);
  } catch (const std::exception&) {  // the first write tells
  }
  const std::filesystem::path file(path_);
  beside_ = (file.parent_path() / ("." + file.filename().string() + ".new")).string();
  status_.tool = tool;
  status_.host = machine::this_machine().host;
  status_.pid = ::getpid();
  write(now);
}

void StatusFile::update(const ProgressReport& report, Clock::time_point now) {
  heard_ = now;
  status_.done = report.done;
  status_.total.reset();
  if (report.total > 0) status_.total = report.total;
  status_.unit = report.unit;
  status_.label.reset();
  if (!report.label.empty()) status_.label = report.label;
  status_.value = report.value;
  left_s_ = seconds_left(report);
}

void StatusFile::set_ranks(std::vector<document::RankStatus> ranks) { status_.ranks = std::move(ranks); }

void StatusFile::add_event(const std::string& text, Clock::time_point now) {
  status_.events.push_back({seconds_between(start_, now), shown(text, longest_event)});
  if (status_.events.size() > most_events) status_.events.erase(status_.events.begin());
}

void StatusFile::pass(Clock::time_point now) {
  if (!path_.empty() && !ended_ && now - written_ >= write_every) write(now);
}

void StatusFile::end(document::RunState state, const std::string& message, Clock::time_point now) {
  if (path_.empty() || ended_) return;
  status_.state = state;
  if (!message.empty()) status_.message = shown(message, longest_event);
  write(now);
  ended_ = true;
}

void StatusFile::write(Clock::time_point now) {
  written_ = now;
  status_.seconds = seconds_between(start_, now);
  status_.seconds_left.reset();
  if (left_s_ > 0 && status_.state == document::RunState::running)
    status_.seconds_left = std::max(0.0, left_s_ - seconds_between(heard_, now));
  status_.written_unix_s = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
  const int error = replace_file(document::document_text(status_));
  if (error && !std::exchange(warned_, true))
    words_ << status_.tool << ": --status " << shown(path_) << ": cannot write: " << std::strerror(error) << std::endl;
}

int StatusFile::replace_file(const std::string& text) const {
  if (is_special(path_)) return std::filesystem::is_directory(path_) ? EISDIR : EINVAL;
  const int file = ::open(beside_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int error = write_bytes(file, text.data(), text.size());
  if (::close(file) != 0 && !error) error = errno;
  if (!error && ::rename(beside_.c_str(), path_.c_str()) != 0) error = errno;
  if (error) ::unlink(beside_.c_str());
  return error;
}

}  // namespace uneven::launch
