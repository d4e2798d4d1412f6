// SPDX-License-Identifier: MIT
#include "shares/own_part.hpp"

#include <sys/utsname.h>
#include <unistd.h>

#include <fstream>

#include "base/error.hpp"

namespace uneven::shares {
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
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (parts[i].host == host && number-- == 0) return i;
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
  if (!parts[own].host || (!rank.local && parts[own].host == here.host)) return own;
  refuse(parts, rank, here.host, match);
}

launch::RankPlace this_place(Match match) {
  char host[256] = "";
  if (::gethostname(host, sizeof host - 1) != 0) throw SystemError("cannot find out the name of this host");
  return {host, match == Match::cpu ? cpu_model() : ""};
}

}  // namespace uneven::shares
