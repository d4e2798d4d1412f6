// SPDX-License-Identifier: MIT
#include "shares/own_part.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <limits>
#include <string_view>
#include <vector>

#include "base/error.hpp"
#include "base/text.hpp"

namespace uneven::shares {
namespace {

/// Names of variables; the first of `ranks` that is set counts.
struct Launcher {
  const char* rank;
  std::vector<const char*> ranks;
  const char* local;  ///< null: it does not tell
  std::function<bool(const Environment&)> started_this;
};

std::string_view text(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value ? value : "";
}

bool always(const Environment&) { return true; }

bool by_torchrun(const Environment& environment) {
  return !text(environment, "WORLD_SIZE").empty() && !text(environment, "LOCAL_RANK").empty();
}

bool by_other_than_slurm(const Environment& environment) {
  return !text(environment, "PMIX_NAMESPACE").starts_with("slurm.");
}

bool by_srun(const Environment& environment) {
  return text(environment, "SLURM_JOB_ID").empty() || !text(environment, "SLURM_STEP_ID").empty();
}

/// Innermost first, see rank_of().
const std::vector<Launcher>& launchers() {
  static const std::vector<Launcher> all{
      {"RANK", {"WORLD_SIZE"}, "LOCAL_RANK", by_torchrun},
      {"OMPI_COMM_WORLD_RANK", {"OMPI_COMM_WORLD_SIZE"}, "OMPI_COMM_WORLD_LOCAL_RANK", always},
      {"PMI_RANK", {"PMI_SIZE"}, "MPI_LOCALRANKID", always},
      {"PMIX_RANK", {}, nullptr, by_other_than_slurm},
      {"SLURM_PROCID", {"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"}, "SLURM_LOCALID", by_srun},
      {"RANK", {"WORLD_SIZE"}, "LOCAL_RANK", always},
  };
  return all;
}

std::optional<std::int64_t> integer(const Environment& environment, const char* name, std::int64_t least) {
  const std::string_view digits = name ? text(environment, name) : "";
  if (digits.empty()) return {};
  std::int32_t value = -1;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size() || value < least)
    throw UsageError(std::string(name) + ": found '" + shown(digits) + "'; expected an integer from " +
                     std::to_string(least) + " to " + std::to_string(std::numeric_limits<std::int32_t>::max()));
  return value;
}

}  // namespace

std::optional<Rank> rank_of(const Environment& environment) {
  for (const Launcher& launcher : launchers()) {
    if (text(environment, launcher.rank).empty() || !launcher.started_this(environment)) continue;
    Rank rank{*integer(environment, launcher.rank, 0), {}, integer(environment, launcher.local, 0), launcher.rank};
    for (const char* name : launcher.ranks)
      if (!rank.ranks) rank.ranks = integer(environment, name, 1);
    return rank;
  }
  return {};
}

namespace {

using launch::Match;

std::string number_of(std::size_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void require_as_many(const std::vector<Part>& parts, const Rank& rank) {
  if (rank.ranks && *rank.ranks != std::ssize(parts))
    throw InputError("plan for " + number_of(parts.size(), "processor") + " on " +
                     number_of(static_cast<std::size_t>(*rank.ranks), "rank") + "; expected as many");
  if (rank.rank >= std::ssize(parts))
    throw InputError(rank.source + ": found rank " + std::to_string(rank.rank) + "; expected less than " +
                     std::to_string(parts.size()) + ", the processors of the plan");
}

std::optional<std::size_t> numbered_part_of(const std::string& host, std::int64_t number,
                                            const std::vector<Part>& parts) {
  std::vector<std::string> names{host};
  for (const Part& part : parts)
    if (part.host) names.push_back(*part.host);
  const auto hosts = launch::full_names(names);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].host && hosts.at(*parts[i].host) == hosts.at(host) && number-- == 0) return i;
  return {};
}

[[noreturn]] void refuse(const std::vector<Part>& parts, const Rank& rank, const std::string& here, Match match) {
  std::vector<document::Processor> planned(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    planned[i].host = parts[i].host;
    planned[i].cpu = parts[i].cpu;
  }
  const Part& part = parts[static_cast<std::size_t>(rank.rank)];
  const auto& place = match == Match::cpu ? part.cpu : part.host;
  const bool counted = match == Match::host && rank.local;
  throw InputError("the plan was made for " + launch::places_of(planned, match) + "; no part is left for rank " +
                   std::to_string(rank.rank) + " on " + here +
                   (counted ? ", process " + std::to_string(*rank.local + 1) + " there"
                    : place ? ", and processor " + std::to_string(rank.rank) + " is planned on " + *place
                            : "") +
                   "; --match " + (match == Match::host ? "cpu or any" : "any") + " allows it");
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  const std::string key = "model name";
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(key))
      if (const auto begin = line.find_first_not_of(" \t:", key.size()); begin != std::string::npos)
        return line.substr(begin);
  utsname system{};
  ::uname(&system);
  return system.machine;
}

}  // namespace

std::size_t own_part(const std::vector<Part>& parts, const Rank& rank, const launch::RankPlace& here, Match match) {
  require_as_many(parts, rank);
  const auto own = static_cast<std::size_t>(rank.rank);
  if (match == Match::any) return own;
  if (match == Match::cpu) {
    if (!parts[own].cpu || parts[own].cpu == here.cpu) return own;
    refuse(parts, rank, here.cpu, match);
  }
  if (rank.local)
    if (const auto part = numbered_part_of(here.host, *rank.local, parts)) return *part;
  if (!parts[own].host || (!rank.local && launch::same_host(*parts[own].host, here.host))) return own;
  refuse(parts, rank, here.host, match);
}

launch::RankPlace this_place(Match match) {
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) != 0) throw SystemError("cannot find out the name of this host");
  return {host, match == Match::cpu ? cpu_model() : ""};
}

}  // namespace uneven::shares
