// SPDX-License-Identifier: MIT
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "base/file_name.hpp"
#include "launch/words.hpp"
#include "machine/machine.hpp"

namespace uneven::launch {

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

std::string with_number(std::string word, int ranks) {
  const std::string number = std::to_string(ranks);
  for (std::size_t at = 0; (at = word.find("{n}", at)) != std::string::npos; at += number.size())
    word.replace(at, 3, number);
  return word;
}

/// Whether the words of mpirun name hosts, or a file of them.
bool names_hosts(const std::vector<std::string>& words) {
  return std::ranges::any_of(words, [](const std::string& word) {
    const std::string option = word.substr(std::min(word.find_first_not_of('-'), word.size()));
    return word.starts_with('-') &&
           (word == "-H" || option == "host" || option == "hostfile" || option == "machinefile" ||
            option == "default-hostfile" || word == "-f" || option == "hosts");
  });
}

/// The words that hand a host file to mpirun.
Words hosts_option(const std::string& hostfile, Mpi mpi) {
  return {mpi == Mpi::open_mpi ? "--hostfile" : "-machinefile", hostfile};
}

LaunchCommand mpirun(const std::string& hostfile, int ranks, const LaunchPlace& place) {
  LaunchCommand command{{"mpirun", "-n", std::to_string(ranks)}, ""};
  const auto add = [&](const Words& words) { command.words.insert(command.words.end(), words.begin(), words.end()); };
  // Where ranks are bound by default, two jobs of one rank share core 0. MPICH binds none.
  if (place.mpi == Mpi::open_mpi) add({"--bind-to", "none"});
  if (place.mpi == Mpi::intel) add({"-genv", "I_MPI_PIN", "off"});
  if (!hostfile.empty()) {
    add(hosts_option(hostfile, place.mpi));
  } else if (!place.in_allocation && ranks > place.cores) {
    if (place.mpi == Mpi::open_mpi) add({"--oversubscribe"});
    command.note =
        std::to_string(ranks) + " ranks on " + std::to_string(place.cores) + (place.cores == 1 ? " core" : " cores");
  }
  if (place.root && place.mpi == Mpi::open_mpi) add({"--allow-run-as-root"});
  return command;
}

std::string srun(int ranks, const LaunchPlace& place) {
  const std::string words(srun_words);
  if (place.groups < 2) return words;
  if (ranks > place.tasks_of_groups)
    throw UsageError("--launcher srun: " + std::to_string(ranks) + " ranks in a heterogeneous job of " +
                     std::to_string(place.tasks_of_groups) + " tasks; expected as many tasks");
  // Each group starts its own tasks; ranks beyond the plan have no part.
  return "srun --het-group=0-" + std::to_string(place.groups - 1) + words.substr(words.find(" --mpi"));
}

/// An environment variable that holds a whole number above 0; 0 if it does not.
int number_in(const std::string& variable) {
  const char* text = std::getenv(variable.c_str());
  return text ? std::max(0, std::atoi(text)) : 0;
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

LaunchPlace launch_place(const std::string& launcher) {
  LaunchPlace place;
  place.cores = machine::this_machine().cores;
  place.root = geteuid() == 0;
  for (const char* name : {"SLURM_JOB_ID", "PBS_NODEFILE", "LSB_HOSTS", "LSB_DJOB_HOSTFILE", "PE_HOSTFILE", "FLUX_URI"})
    if (std::getenv(name)) place.in_allocation = true;
  const Words words = split_words(launcher.empty() ? "mpirun" : launcher);
  if (!words.empty() && is_mpirun(words.front())) place.mpi = mpi_of(words.front());
  place.groups = number_in("SLURM_HET_SIZE");
  for (int group = 0; group < place.groups; ++group)
    place.tasks_of_groups += number_in("SLURM_NTASKS_HET_GROUP_" + std::to_string(group));
  return place;
}

LaunchCommand launch_command(const std::string& launcher, const std::string& hostfile, int ranks,
                             const LaunchPlace& place) {
  LaunchCommand command;
  if (launcher.empty()) {
    command = mpirun(hostfile, ranks, place);
  } else {
    command.words = split_words(launcher == "srun" ? srun(ranks, place) : launcher);
    if (command.words.empty()) throw UsageError("--launcher: no command in '" + launcher + "'");
    for (auto& word : command.words) word = with_number(word, ranks);
    if (!hostfile.empty() && !is_mpirun(command.words.front()))
      throw UsageError("--hostfile is handed to mpirun; name the hosts in the words of --launcher");
    const Words hosts = hosts_option(hostfile, place.mpi);
    if (!hostfile.empty()) command.words.insert(command.words.begin() + 1, hosts.begin(), hosts.end());
  }
  const bool by_mpirun = is_mpirun(command.words.front());
  command.open_mpi = by_mpirun && place.mpi == Mpi::open_mpi;
  command.local = by_mpirun && !place.in_allocation && !names_hosts(command.words);
  return command;
}

namespace {

/// @param missing  what to do if it is not there.
std::string beside_the_tools(const std::string& program, const std::string& missing) {
  const std::string path = path_in(fs::read_symlink("/proc/self/exe").parent_path(), program);
  if (access(path.c_str(), X_OK) != 0) throw SystemError(path + ": not found; " + missing);
  return path;
}

}  // namespace

std::string runner_path() { return beside_the_tools("mpi-runner", "it belongs beside the tools"); }

std::string simulated_runner_path() {
  return beside_the_tools("mpi-runner-simulated",
                          "it is built where SimGrid is installed, package libsimgrid-dev (make deps-simulate)");
}

}  // namespace uneven::launch
