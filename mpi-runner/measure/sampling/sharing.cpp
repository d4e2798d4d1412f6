// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "comm/communicator.hpp"
#include "comm/wait.hpp"
#include "measure/sampling/speed.hpp"
#include "statistics/estimate.hpp"

namespace uneven::measure {

namespace {

constexpr int least_turns_of_each = 5;
/// Least length of a turn, and about the longest run of the slowest rank.
constexpr double least_turn_s = 0.4, longest_load_s = 1;

using Ranks = std::vector<std::int64_t>;

/// The ranks of each machine, ascending; machines by their first rank. A rank with an empty name is on no machine.
std::vector<Ranks> machines(const comm::Communicator& comm, const std::string& name) {
  const auto names = comm::all_gather(comm, name);
  std::map<std::string, Ranks> by_name;
  for (std::size_t rank = 0; rank < names.size(); ++rank)
    if (!names[rank].empty()) by_name[names[rank]].push_back(static_cast<std::int64_t>(rank));
  std::vector<Ranks> found;
  for (auto& [_, ranks] : by_name) found.push_back(std::move(ranks));
  std::ranges::sort(found, {}, [](const Ranks& ranks) { return ranks.front(); });
  return found;
}

/// Numbers of computing processors: all, three quarters of them, and so on down to one.
std::vector<std::int64_t> fewer_and_fewer(std::int64_t all) {
  std::vector<std::int64_t> counts{all};
  while (counts.back() > 1) counts.push_back(counts.back() * 3 / 4);
  return counts;
}

/// The processors of a machine, and the number of computing ones by level.
struct Part {
  Ranks ranks, fastest_first;
  std::vector<std::int64_t> counts;

  /// The ranks that compute at a level; none beyond the last level.
  std::span<const std::int64_t> working(std::size_t level) const {
    const std::int64_t count = level < counts.size() ? counts[level] : 0;
    return std::span(fastest_first).first(static_cast<std::size_t>(count));
  }

  /// Part of the problem of each computing processor, relative to its part if all compute.
  double scale(std::size_t level) const {
    return level < counts.size() ? static_cast<double>(counts.front()) / static_cast<double>(counts[level]) : 1;
  }
};

/// A processor's load while fewer processors compute, and its rates then and while all compute.
struct PairedRepeats {
  Load load;
  bool works;                                      ///< whether this processor is one of the fewer
  double least_s = least_turn_s;                   ///< least length of a turn
  std::vector<double> among_all{}, among_fewer{};  ///< runs per second

  double speedup(int turn) const {
    const auto t = static_cast<std::size_t>(turn);
    return works ? among_fewer[t] / among_all[t] : 0;
  }
};

double rate_of(const Repeat& done) { return done.runs / done.elapsed_s; }

/// The parts of machines with at least two processors.
std::vector<Part> parts_of(const std::vector<Ranks>& machines, const std::vector<double>& speeds) {
  const auto speed_of = [&](std::int64_t rank) { return std::pair(speeds[static_cast<std::size_t>(rank)], rank); };
  std::vector<Part> parts;
  for (const Ranks& ranks : machines) {
    if (ranks.size() < 2) continue;
    Part& part = parts.emplace_back(ranks, ranks, fewer_and_fewer(std::ssize(ranks)));
    std::ranges::sort(part.fastest_first, std::greater<>{}, speed_of);
  }
  return parts;
}

/// Repeats the turns until there are Enough. Collective. @return  number of turns of each.
int take_turns(const comm::Communicator& comm, std::vector<PairedRepeats>& turns, const Effort& effort) {
  const Measurement measurement({.least = least_turns_of_each, .seconds = effort.max_seconds});
  const auto repeat = [&](const PairedRepeats& turn) {
    const Repeat done = settled_repeat(turn.load, effort.settle_s, turn.least_s);
    comm::meet_asleep(comm);
    return done;
  };
  for (PairedRepeats& turn : turns) turn.least_s = std::max(least_turn_s, length_for_all(comm, repeat(turn).elapsed_s));
  int rounds = 0;
  do {
    for (PairedRepeats& turn : turns) {
      turn.among_all.push_back(rate_of(repeat(turn)));
      if (turn.works)
        turn.among_fewer.push_back(rate_of(repeat(turn)));
      else
        comm::meet_asleep(comm);
    }
  } while (!measurement.enough(comm, ++rounds));
  return rounds;
}

/// Speed-ups by level, made non-decreasing as fewer processors compute, since single levels are uncertain. Computed in
/// logarithms, because the ratio of two varying times is as often much too small as much too large.
/// @param times  shape [levels][rounds][ranks].
std::vector<document::Fewer> fewer_of(const Part& part, const std::vector<std::vector<std::vector<double>>>& times) {
  std::vector<double> logarithms, weights;
  for (std::size_t level = 1; level < part.counts.size(); ++level) {
    std::vector<double> of_working;
    for (const std::vector<double>& round : times[level - 1])
      for (const std::int64_t rank : part.working(level))
        of_working.push_back(std::log(round[static_cast<std::size_t>(rank)]));
    logarithms.push_back(statistics::midmean(of_working));
    weights.push_back(static_cast<double>(of_working.size()));
  }
  const std::vector<double> rising = statistics::rising(logarithms, weights);
  std::vector<document::Fewer> fewer;
  for (std::size_t level = 1; level < part.counts.size(); ++level)
    fewer.push_back({part.counts[level], std::exp(std::max(0.0, rising[level - 1]))});
  return fewer;
}

}  // namespace

std::vector<document::SharedCores> shared_cores(const comm::Communicator& comm, const machine::Machine& machine) {
  const auto numbers = comm::all_gather(comm, document::Json(machine.core_numbers).dump());
  std::vector<document::SharedCores> scarce;
  for (Ranks& ranks : machines(comm, machine.quota ? machine.kernel : std::string{})) {
    std::set<unsigned> cores;
    for (const std::int64_t rank : ranks)
      for (const unsigned core : document::Json::parse(numbers[static_cast<std::size_t>(rank)])) cores.insert(core);
    if (!cores.empty() && ranks.size() > cores.size()) scarce.push_back({std::ssize(cores), std::move(ranks)});
  }
  return scarce;
}

std::vector<document::SharedMachine> measure_shared_machines(const comm::Communicator& comm,
                                                             const machine::Machine& machine,
                                                             const std::function<Load(double)>& load_of_scale,
                                                             double speed, const Effort& effort) {
  const auto speeds = comm::all_gather(comm, speed);
  const std::vector<Part> parts = parts_of(machines(comm, machine.kernel), speeds);
  std::vector<document::SharedMachine> result;
  Part mine;
  std::size_t levels = 0;
  for (const Part& part : parts) {
    result.push_back({part.ranks, {}});
    levels = std::max(levels, part.counts.size());
    if (std::ranges::find(part.ranks, comm.rank()) != part.ranks.end()) mine = part;
  }
  if (parts.empty()) return result;

  std::map<double, Load> loads{{1, load_of_scale(1)}};
  const double most_scale = longest_load_s * std::ranges::min(speeds) / loads.at(1).units;
  std::vector<PairedRepeats> turns;
  for (std::size_t level = 1; level < levels; ++level) {
    const auto working = mine.working(level);
    const double scale = std::clamp(most_scale, 1.0, mine.scale(level));
    if (!loads.contains(scale)) loads[scale] = load_of_scale(scale);
    turns.push_back({loads[scale], std::ranges::find(working, comm.rank()) != working.end()});
  }
  const int rounds = take_turns(comm, turns, effort);

  std::vector<std::vector<std::vector<double>>> times;
  for (const PairedRepeats& turn : turns) {
    times.emplace_back();
    for (int round = 0; round < rounds; ++round) times.back().push_back(comm::all_gather(comm, turn.speedup(round)));
  }
  for (std::size_t m = 0; m < parts.size(); ++m) result[m].fewer = fewer_of(parts[m], times);
  return result;
}

}  // namespace uneven::measure
