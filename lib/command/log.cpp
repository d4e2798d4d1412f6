// SPDX-License-Identifier: MIT
#include "command/log.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <utility>

#include "base/checksum.hpp"
#include "base/error.hpp"
#include "base/file.hpp"
#include "base/temporary_file.hpp"
#include "data/input/file.hpp"

namespace uneven::command {

namespace {

using document::Json;
using document::OrderedJson;

constexpr const char* kind_of_log = "command-log";
constexpr std::size_t digits_of_checksum = 16;

std::string line_of(const OrderedJson& json) {
  const std::string text = json.dump();
  return Checksum().add(text).text() + " " + text + "\n";
}

OrderedJson header_of(const LogIdentity& identity) {
  OrderedJson header{{"kind", kind_of_log},     {"version", 1},
                     {"count", identity.count}, {"command", identity.command},
                     {"lines", identity.lines}, {"keep_order", identity.keep_order}};
  if (!identity.blocks.empty()) header["blocks"] = identity.blocks;
  return header;
}

OrderedJson json_of(const Done& piece) {
  OrderedJson output = OrderedJson::array();
  for (const Bytes& part : piece.output) output.push_back({part.offset, part.count});
  OrderedJson json{{"first", piece.units.first}, {"count", piece.units.count}, {"output", output}};
  if (!piece.checksum.empty()) json["checksum"] = piece.checksum;
  return json;
}

OrderedJson json_of(const Begun& piece) {
  return {{"first", piece.units.first}, {"count", piece.units.count}, {"owner", piece.owner}};
}

/// The JSON of a line without its end; nothing if the line is damaged.
std::optional<Json> json_of_line(const std::string& line) {
  if (line.size() <= digits_of_checksum || line[digits_of_checksum] != ' ') return std::nullopt;
  const std::string text = line.substr(digits_of_checksum + 1);
  if (Checksum().add(text).text() != line.substr(0, digits_of_checksum)) return std::nullopt;
  Json json = Json::parse(text, nullptr, false);
  return json.is_object() ? std::optional(std::move(json)) : std::nullopt;
}

/// @throws nlohmann exceptions, which the checksum makes impossible for a file of ours.
Done done_of(const Json& json) {
  Done piece{
      {json.at("first").get<std::int64_t>(), json.at("count").get<std::int64_t>()}, {}, json.value("checksum", "")};
  for (const Json& part : json.at("output")) piece.output.push_back({part.at(0), part.at(1)});
  return piece;
}

/// Whether a log has finished pieces of the run.
bool has_finished(const std::string& text, const LogIdentity& identity) {
  if (!text.starts_with(line_of(header_of(identity)))) return false;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != text.npos; begin = end + 1)
    if (const auto json = json_of_line(text.substr(begin, end - begin)); json && json->contains("output")) return true;
  return false;
}

}  // namespace

std::string checksum_of(const std::vector<std::string>& words) {
  Checksum sum;
  for (const std::string& word : words) sum.add(word.c_str(), word.size() + 1);
  return sum.text();
}

Log::Log(const std::string& path, const LogIdentity& identity, bool resume, bool force)
    : path_(path), count_(identity.count) {
  if (is_special(path)) throw IoError(path + ": is no regular file; expected one, or a new name");
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw IoError(path + ": cannot write: " + std::strerror(errno));
  try {
    lock();
    const std::string text = read_all();
    const std::optional<Json> header = json_of_line(text.substr(0, text.find('\n')));
    const bool ours = header && header->value("kind", "") == kind_of_log;
    // A header that is cut was being written when the run was killed.
    const bool cut = text.find('\n') == text.npos && line_of(header_of(identity)).starts_with(text);
    if (!ours && !cut && !force)
      throw InputError(path + ": is no checkpoint of a command; expected another name, or --force");
    if (!resume && !force && has_finished(text, identity))
      throw UsageError(path +
                       ": has finished units of this run; expected --resume to do the rest, or --force to begin anew");
    const std::size_t whole = resume && ours ? read(text, identity) : 0;
    if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0)
      throw IoError(path + ": cannot write: " + std::strerror(errno));
    if (whole == 0) {
      write_line(header_of(identity));
      sync();
    }
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

Log::~Log() { ::close(descriptor_); }

void Log::lock() {
  constexpr int tries = 100;  // a killed run takes a moment to end
  for (int i = 0; ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;  // some file systems have no locks
    if (i == tries) throw IoError(path_ + ": another run uses this checkpoint; expected one run at a time");
    ::usleep(100'000);
  }
}

std::string Log::read_all() const {
  data::InputFile file(path_);
  std::string text(static_cast<std::size_t>(file.bytes()), '\0');
  file.read(0, file.bytes(), text.data());
  return text;
}

std::size_t Log::read(const std::string& text, const LogIdentity& identity) {
  std::size_t whole = 0;
  std::int64_t number = 0;
  for (std::size_t end; (end = text.find('\n', whole)) != text.npos; whole = end + 1) {
    const auto json = json_of_line(text.substr(whole, end - whole));
    const std::string where = path_ + ":" + std::to_string(++number) + ": ";
    if (!json && end + 1 < text.size()) throw InputError(where + "damaged; expected the line that was written");
    if (!json) break;
    if (number == 1) {
      require_same(*json, identity);
      continue;
    }
    const document::Range units{json->at("first").get<std::int64_t>(), json->at("count").get<std::int64_t>()};
    if (units.first < 0 || units.count < 1 || units.end() > count_)
      throw InputError(where + "units " + std::to_string(units.first) + " to " + std::to_string(units.end() - 1) +
                       "; expected some of 0 to " + std::to_string(count_ - 1));
    if (json->contains("output"))
      add_done(done_of(*json));
    else
      begun_.push_back({units, json->at("owner").get<int>()});
  }
  return whole;
}

void Log::add_done(Done piece) {
  forget(piece.units);
  done_.push_back(std::move(piece));
}

void Log::forget(document::Range units) {
  std::erase_if(done_, [&](const Done& piece) { return piece.units == units; });
}

void Log::require_same(const Json& header, const LogIdentity& identity) const {
  const Json expected = header_of(identity);
  const std::pair<const char*, const char*> names[] = {
      {"version", "version"},     {"count", "number of units"},          {"command", "command"},
      {"lines", "file of lines"}, {"keep_order", "use of --keep-order"}, {"blocks", "division into blocks"}};
  for (const auto& [key, name] : names)
    if (header.value(key, Json()) != expected.value(key, Json()))
      throw InputError(path_ + ": the checkpoint is of another " + name + "; expected the same, or another file");
}

std::vector<Begun> Log::unfinished() const {
  std::map<std::int64_t, std::int64_t> taken;  // ranges that are done or chosen: end by first
  for (const Done& piece : done_) taken[piece.units.first] = piece.units.end();
  std::vector<Begun> rest;
  for (const Begun& piece : std::ranges::reverse_view(begun_)) {
    const auto next = taken.lower_bound(piece.units.end());
    if (next != taken.begin() && std::prev(next)->second > piece.units.first) continue;
    taken[piece.units.first] = piece.units.end();
    rest.push_back(piece);
  }
  return rest;
}

void Log::begin(const Begun& piece) { write_line(json_of(piece)); }

void Log::append(const Done& piece) {
  write_line(json_of(piece));
  sync();
}

void Log::write_line(const OrderedJson& json) {
  const std::string line = line_of(json);
  if (const int error = write_bytes(descriptor_, line.data(), line.size()))
    throw IoError(path_ + ": cannot write: " + std::strerror(error));
}

void Log::sync() {
  if (const int error = sync_file(descriptor_)) throw IoError(path_ + ": cannot write: " + std::strerror(error));
}

void OutputOrder::end(document::Range units, std::vector<Bytes> output) {
  ended_[units.first] = {units.end(), std::move(output)};
}

std::vector<Bytes> OutputOrder::due() {
  std::vector<Bytes> parts;
  for (auto next = ended_.find(next_); next != ended_.end(); next = ended_.find(next_)) {
    parts.insert(parts.end(), next->second.output.begin(), next->second.output.end());
    next_ = next->second.end;
    ended_.erase(next);
  }
  return parts;
}

}  // namespace uneven::command
