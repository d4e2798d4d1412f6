// SPDX-License-Identifier: MIT
#include <signal.h>
#include <sys/wait.h>
#include <sysexits.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "base/text.hpp"
#include "launch/restart.hpp"
#include "launch/words.hpp"

namespace uneven::launch {

namespace {

/// The word behind `text` in a line, up to a blank, a colon or a comma; "" if the line does not hold `text`.
std::string word_behind(const std::string& line, std::string_view text) {
  const std::size_t at = line.find(text);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + text.size();
  return line.substr(begin, line.find_first_of(" :,\t", begin) - begin);
}

Loss host_lost(const std::string& host, const std::string& why) {
  return {.why = "host " + host + " " + why, .host = {host}, .whole_host = true, .hosts = {}};
}

/// Of a host whose daemon mpirun has lost, or that ssh or Slurm cannot reach.
std::optional<Loss> lost_host(const std::string& line) {
  if (line.find("Remote daemon:") != std::string::npos)
    if (const auto host = word_behind(line, " on node "); !host.empty())
      return host_lost(host, "does not answer any more");
  for (const std::string_view words : {"ssh: connect to host ", "ssh: Could not resolve hostname "})
    if (const auto host = word_behind(line, words); !host.empty()) return host_lost(host, "cannot be reached");
  if (line.starts_with("srun: error: "))
    if (const auto host = word_behind(line, "Node failure on "); !host.empty()) return host_lost(host, "has failed");
  return std::nullopt;
}

/// Whether a program ended as one does that is killed: by a signal, or with the code that a shell gives for one.
bool killed(const std::string& cause) {
  if (cause.find(" ended by signal ") != std::string::npos) return true;
  if (const auto code = word_behind(cause, " exited with code "); !code.empty()) return std::stoi(code) > 128;
  return cause.find(": Exited with exit code") == std::string::npos;  // srun names the signal
}

/// Whether the ranks gave a reason of their own: not a failure of MPI, which others that died cause.
bool gave_reason(const LauncherWords& said) {
  return said.error_seen() && std::ranges::none_of(said.errors(), [](const std::string& error) {
           return error.find(": MPI: ") != std::string::npos;
         });
}

constexpr std::string_view no_daemon = "ORTE was unable to reliably start one or more daemons";

}  // namespace

Loss loss_of(const Watchdog& watchdog) {
  Loss loss{.why = watchdog.complaint(), .host = {}, .whole_host = false, .hosts = watchdog.hosts()};
  if (const auto host = watchdog.silent_host(loss.whole_host)) loss.host = {*host};
  return loss;
}

Loss loss_of(const std::string& launcher, int status, const LauncherWords& said, const Watchdog& watchdog) {
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  if (said.error_seen() && code >= EX__BASE && code <= EX__MAX && code != EX_OSERR) return {};
  for (const std::string& line : said.kept())
    if (auto loss = lost_host(line)) return *loss;
  if (const std::string cause = said.cause(); !cause.empty() && killed(cause)) {
    Loss loss{.why = cause, .host = {}, .whole_host = false, .hosts = {}};
    if (const auto host = word_behind(cause, " on "); !host.empty()) loss.host.push_back(host);
    const auto hosts = watchdog.hosts();  // MPICH does not name the rank
    if (const auto rank = hosts.find(std::atoi(word_behind(cause, "rank ").c_str()));
        cause.starts_with("rank ") && rank != hosts.end())
      loss.host.push_back(rank->second);
    return loss;
  }
  if (gave_reason(said)) return {};
  const auto tells_no_daemon = [](const std::string& line) { return line.find(no_daemon) != std::string::npos; };
  std::string why;
  if (std::ranges::any_of(said.kept(), tells_no_daemon)) {
    // mpirun says this of a daemon that has ended, too; then ranks may have named its host.
    for (const std::string& line : said.kept())
      if (const auto host = word_behind(line, "Peer host:  "); !host.empty() && watchdog.started())
        return host_lost(host, "does not answer any more");
    why = "a host cannot be reached";
  }
  if (why.empty() && said.error_seen()) why = "the ranks cannot reach each other";
  // mpirun has the code of a rank's signal, which it does not always name, and dies of those that are meant for itself.
  const int signal = code - 128;
  if (why.empty() && signal > 0 && signal < NSIG && signal != SIGTERM && signal != SIGINT)
    why = launcher + (WIFSIGNALED(status) ? " ended by signal " : ": a rank ended by signal ") +
          std::to_string(signal) + " (" + strsignal(signal) + ")";
  return {.why = why, .host = {}, .whole_host = false, .hosts = {}};
}

std::vector<std::size_t> processors_on(const std::vector<std::string>& host,
                                       const std::vector<document::Processor>& planned, Match match,
                                       const std::vector<std::string>& hosts) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < planned.size() && match == Match::host; ++i)
    if (planned[i].host && is_any_of(*planned[i].host, host)) found.push_back(i);
  if (!found.empty() || hosts.size() != planned.size() || match == Match::cpu) return found;
  std::vector<RankPlace> places;
  for (const std::string& name : hosts) places.push_back({name, ""});
  const auto assigned = assign(planned, places, match).processor_of_rank;
  for (std::size_t rank = 0; rank < hosts.size(); ++rank)
    if (is_any_of(hosts[rank], host)) found.push_back(static_cast<std::size_t>(assigned[rank]));
  std::ranges::sort(found);
  return found;
}

bool starts_groups(const std::string& launcher, const LaunchPlace& place) {
  if (launcher == "srun") return place.groups > 1;
  if (!launcher.starts_with("srun ")) return false;
  return std::ranges::any_of(split_words(launcher), [](const std::string& word) {
    return word == ":" || word.starts_with("--het-group") || word.starts_with("--pack-group");
  });
}

std::optional<std::string> srun_without(const std::string& launcher, const LaunchPlace& place,
                                        const std::string& host) {
  if (starts_groups(launcher, place)) return std::nullopt;
  const std::string words = launcher == "srun" ? std::string(srun_words) : launcher;
  if (!words.starts_with("srun ")) return std::nullopt;
  return "srun --exclude=" + host + words.substr(std::string_view("srun").size());
}

}  // namespace uneven::launch
