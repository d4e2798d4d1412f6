// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "launch/words.hpp"
#include "machine/machine.hpp"

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

/// The slots of a host, if its line gives them. @param where  the file and the line, for messages.
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

namespace {

namespace fs = std::filesystem;

std::string with_number(std::string word, int ranks) {
  const std::string number = std::to_string(ranks);
  for (std::size_t at = 0; (at = word.find("{n}", at)) != std::string::npos; at += number.size())
    word.replace(at, 3, number);
  return word;
}

bool is_mpirun(const std::string& word) {
  const std::string program = fs::path(word).filename();
  return program == "mpirun" || program == "mpiexec";
}

/// Whether the words of mpirun name hosts, or a file of them.
bool names_hosts(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    const std::string option = word.substr(std::min(word.find_first_not_of('-'), word.size()));
    return word.starts_with('-') && (word == "-H" || option == "host" || option == "hostfile" ||
                                     option == "machinefile" || option == "default-hostfile");
  });
}

LaunchCommand mpirun(const std::string& hostfile, int ranks, const LaunchPlace& place) {
  // Without --bind-to none two jobs of one rank share core 0.
  LaunchCommand command{{"mpirun", "-n", std::to_string(ranks), "--bind-to", "none"}, ""};
  if (!hostfile.empty()) {
    command.words.insert(command.words.end(), {"--hostfile", hostfile});
  } else if (!place.in_allocation && ranks > place.cores) {
    command.words.push_back("--oversubscribe");
    command.note =
        std::to_string(ranks) + " ranks on " + std::to_string(place.cores) + (place.cores == 1 ? " core" : " cores");
  }
  if (place.root) command.words.push_back("--allow-run-as-root");
  return command;
}

}  // namespace

std::vector<std::string> split_words(const std::string& text, const std::string& what) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && quote != '\'') {
      if (++i == text.size()) throw UsageError(what + ": nothing follows the last backslash: " + text);
      // Inside "..." a backslash is literal, unless one of these characters follows.
      if (quote && text[i] != '"' && text[i] != '\\' && text[i] != '$' && text[i] != '`') word += c;
      word += text[i];
      in_word = true;
    } else if (quote) {
      if (c == quote)
        quote = 0;
      else
        word += c;
    } else if (c == '\'' || c == '"') {
      quote = c;
      in_word = true;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      if (in_word) words.push_back(std::exchange(word, ""));
      in_word = false;
    } else {
      word += c;
      in_word = true;
    }
  }
  if (quote) throw UsageError(what + ": the quote " + quote + " is not closed: " + text);
  if (in_word) words.push_back(word);
  return words;
}

LaunchPlace launch_place() {
  LaunchPlace place;
  place.cores = machine::this_machine().cores;
  place.root = geteuid() == 0;
  for (const char* name : {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_HOSTS", "PE_HOSTFILE"})
    if (std::getenv(name)) place.in_allocation = true;
  return place;
}

LaunchCommand launch_command(const std::string& launcher, const std::string& hostfile, int ranks,
                             const LaunchPlace& place) {
  LaunchCommand command;
  if (launcher.empty()) {
    command = mpirun(hostfile, ranks, place);
  } else {
    // --input=0: copied to every task, a large document would hang those that do not read it.
    command.words = split_words(launcher == "srun" ? std::string(srun_words) : launcher);
    if (command.words.empty()) throw UsageError("--launcher: no command in '" + launcher + "'");
    for (auto& word : command.words) word = with_number(word, ranks);
    if (!hostfile.empty() && !is_mpirun(command.words.front()))
      throw UsageError("--hostfile is handed to mpirun; name the hosts in the words of --launcher");
    if (!hostfile.empty()) command.words.insert(command.words.begin() + 1, {"--hostfile", hostfile});
  }
  command.mpirun = is_mpirun(command.words.front());
  command.local = command.mpirun && !place.in_allocation && !names_hosts(command.words);
  return command;
}

namespace {

/// @param missing  what to do if it is not there.
std::string beside_the_tools(const std::string& program, const std::string& missing) {
  const fs::path path = fs::read_symlink("/proc/self/exe").parent_path() / program;
  if (access(path.c_str(), X_OK) != 0) throw SystemError(path.string() + ": not found; " + missing);
  return path;
}

}  // namespace

std::string runner_path() { return beside_the_tools("mpi-runner", "it belongs beside the tools"); }

std::string simulated_runner_path() {
  return beside_the_tools("mpi-runner-simulated",
                          "it is built where SimGrid is installed, package libsimgrid-dev (make deps-simulate)");
}

}  // namespace uneven::launch
