// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "base/temporary_file.hpp"
#include "base/text.hpp"
#include "base/text_stream.hpp"
#include "launch/launch.hpp"
#include "launch/process.hpp"
#include "launch/words.hpp"

namespace uneven::launch {

namespace {

std::optional<std::int64_t> count_of(const std::string& text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1) return std::nullopt;
  return count;
}

/// Whether a host file's option gives a number of processes.
bool counts(const std::string& name) {
  return name == "slots" || name == "max_slots" || name == "max-slots" || name == "cpu" || name == "count";
}

/// The line without blanks around '=', so that "slots = 2" is one word.
std::string joined_at_equals_signs(const std::string& line) {
  std::string text;
  for (const char c : line) {
    if (c == '=')
      while (!text.empty() && text.back() == ' ') text.pop_back();
    if ((c == ' ' || c == '\t') && (text.empty() || text.back() == '=')) continue;
    text += c == '\t' ? ' ' : c;
  }
  return text;
}

/// A line of a host file: "node1 slots=2" as Open MPI reads it, or "node1:2" as MPICH does.
struct Host {
  std::string name;
  std::optional<std::int64_t> slots;
  bool colon = false;   ///< the second form
  bool equals = false;  ///< the first, with options
};

/// @param where  the file and the line, for messages.
Host host_of(const std::string& line, const std::string& where) {
  InputText words(joined_at_equals_signs(line));
  Host host;
  std::string word;
  words >> host.name;
  // An IPv6 address has more than one colon.
  if (const auto colon = host.name.find(':'); colon != std::string::npos && colon == host.name.rfind(':')) {
    host.slots = count_of(host.name.substr(colon + 1));
    host.colon = true;
    if (!host.slots)
      throw InputError(where + "'" + shown(host.name) + "'; expected a host and its slots, as in node1:2");
    host.name.resize(colon);
  }
  while (words >> word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      throw InputError(where + "'" + shown(word) + "' behind a host; expected options such as slots=2");
    const std::string name = word.substr(0, equals);
    const auto count = count_of(word.substr(equals + 1));
    if (counts(name) && !count) throw InputError(where + "'" + shown(word) + "'; expected a whole number above 0");
    if (name == "slots") host.slots = count;
    host.equals = true;
  }
  return host;
}

/// The name by which others know a host: without the user who logs in there.
std::string host_alone(const Host& host) { return host.name.substr(host.name.find('@') + 1); }

/// Calls use(line, host) for each line of a regular file, host being nothing where the line has none.
template <class Use>
void for_each_line(const std::string& path, const Use& use) {
  std::ifstream file(path);
  if (!file) throw OpenError(path + ": cannot open");
  std::int64_t number = 0;
  for (std::string line; std::getline(file, line);) {
    const std::string where = path + ":" + std::to_string(++number) + ": ";
    if (line.ends_with('\r')) throw InputError(where + "ends in CR LF, which mpirun does not read; expected LF");
    const std::string words = line.substr(0, line.find('#'));
    const bool blank = words.find_first_not_of(" \t") == std::string::npos;
    use(line, blank ? std::optional<Host>() : host_of(words, where));
  }
  if (file.bad()) throw IoError(path + ": cannot read");
}

/// The hosts of a regular file, in its order.
std::vector<Host> read_hosts(const std::string& path) {
  std::vector<Host> hosts;
  for_each_line(path, [&](const std::string&, const std::optional<Host>& host) {
    if (host) hosts.push_back(*host);
  });
  return hosts;
}

}  // namespace

std::string hostfile_without(const std::string& path, const std::vector<std::string>& hosts) {
  std::string kept;
  for_each_line(path, [&](const std::string& line, const std::optional<Host>& host) {
    if (!host || !is_any_of(host_alone(*host), hosts)) kept += line + "\n";
  });
  return kept;
}

std::vector<std::string> hosts_by_slots(const std::string& path, std::size_t ranks) {
  std::vector<std::string> hosts;
  for (const Host& host : read_hosts(path)) {
    if (!host.slots) return {};
    for (std::int64_t i = 0; i < *host.slots && hosts.size() < ranks; ++i) hosts.push_back(host_alone(host));
  }
  if (hosts.size() < ranks) return {};
  return hosts;
}

void require_hosts(const std::string& path, int ranks) {
  if (::access(path.c_str(), R_OK) != 0) throw OpenError(path + ": cannot open: " + std::strerror(errno));
  if (std::filesystem::is_directory(path)) throw OpenError(path + ": is a directory; expected a file of hosts");
  if (!std::filesystem::is_regular_file(path)) return;
  const std::vector<Host> hosts = read_hosts(path);
  if (hosts.empty()) throw InputError(path + ": holds no hosts; expected one a line");
  std::int64_t slots = 0;
  for (const Host& host : hosts) slots += host.slots.value_or(0);
  const bool all_tell = std::ranges::all_of(hosts, [](const Host& host) { return host.slots.has_value(); });
  if (all_tell && slots < ranks)
    throw InputError(path + ": has " + std::to_string(slots) + (slots == 1 ? " slot" : " slots") +
                     "; expected one for each of " + std::to_string(ranks) + " ranks");
}

HostsForMpirun::HostsForMpirun(const std::string& path, Mpi mpi) : path_(path) {
  if (path.empty() || !std::filesystem::is_regular_file(path)) return;
  const std::vector<Host> hosts = read_hosts(path);
  const auto foreign = [&](const Host& host) { return mpi == Mpi::open_mpi ? host.colon : host.equals; };
  if (std::ranges::none_of(hosts, foreign)) return;
  std::string text;
  for (const Host& host : hosts) {
    text += host.name;
    if (host.slots) text += (mpi == Mpi::open_mpi ? " slots=" : ":") + std::to_string(*host.slots);
    text += '\n';
  }
  descriptor_ = unnamed_file(temporary_folder().path);
  const int error = descriptor_ < 0 ? errno : write_bytes(descriptor_, text.data(), text.size());
  if (error) throw SystemError("cannot write a host file for mpirun: " + std::string(std::strerror(error)));
  path_ = "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(descriptor_);
}

HostsForMpirun::~HostsForMpirun() { close_descriptor(descriptor_); }

}  // namespace uneven::launch
