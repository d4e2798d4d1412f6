#include "launch/hostfile.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

#include "base/error.hpp"
#include "base/foreign_text.hpp"

namespace uneven::launch {
namespace {

std::optional<std::int64_t> count_of(const std::string& text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1) return std::nullopt;
  return count;
}

/// Whether the option tells a number of processes.
bool counts(const std::string& name) {
  return name == "slots" || name == "max_slots" || name == "max-slots" || name == "cpu" || name == "count";
}

/// "slots = 2" is one option.
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

/// The slots of a host, if its line tells them. @param where  the file and the line, for messages.
std::optional<std::int64_t> slots_of(const std::string& line, const std::string& where) {
  std::istringstream words(joined_at_equals_signs(line));
  std::string word;
  words >> word;  // the host
  std::optional<std::int64_t> slots;
  while (words >> word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos)
      throw InputError(where + "'" + shown(word) + "' behind a host; expected options such as slots=2");
    const std::string name = word.substr(0, equals);
    const auto count = count_of(word.substr(equals + 1));
    if (counts(name) && !count) throw InputError(where + "'" + shown(word) + "'; expected a whole number above 0");
    if (name == "slots") slots = count;
  }
  return slots;
}

}  // namespace

void require_hosts(const std::string& path, int ranks) {
  if (::access(path.c_str(), R_OK) != 0) throw OpenError(path + ": cannot open: " + std::strerror(errno));
  if (std::filesystem::is_directory(path)) throw OpenError(path + ": is a directory; expected a file of hosts");
  if (!std::filesystem::is_regular_file(path)) return;
  std::ifstream file(path);
  std::int64_t number = 0, hosts = 0, slots = 0;
  bool all_tell = true;
  for (std::string line; std::getline(file, line);) {
    const std::string where = path + ":" + std::to_string(++number) + ": ";
    if (line.ends_with('\r')) throw InputError(where + "ends in CR LF, which mpirun does not read; expected LF");
    line.resize(std::min(line.find('#'), line.size()));
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    const auto found = slots_of(line, where);
    ++hosts;
    slots += found.value_or(0);
    all_tell = all_tell && found;
  }
  if (hosts == 0) throw InputError(path + ": holds no hosts; expected one a line");
  if (all_tell && slots < ranks)
    throw InputError(path + ": has " + std::to_string(slots) + (slots == 1 ? " slot" : " slots") +
                     "; expected one for each of " + std::to_string(ranks) + " ranks");
}

}  // namespace uneven::launch
