// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "document/options/program_options.hpp"
#include "elements/relocation.hpp"
#include "simulated/load.hpp"
#include "simulated/runs.hpp"

namespace uneven::simulated {

/// The shared state of a run whose elements move, or whose hosts are slower by the clock. Each rank writes its own
/// numbers, which rank 0 gets with the sums; all ranks get the decisions of rank 0 with its orders.
struct Relocation {
  /// Blocks on their way from one rank to another between two supersteps.
  struct Transfer {
    int from = 0, to = 0;
    std::vector<std::int64_t> blocks;  ///< numbers
  };

  /// All must outlive this. @param placement  where blocks are at first.
  Relocation(const document::BspOptions& options, const Rounds& rounds, const Loads& loads,
             elements::Placement placement);

  bool steals() const { return options.relocation.mode == document::RelocationMode::steal && blocks.size() > 1; }

  const document::BspOptions& options;
  const Rounds& rounds;
  const Loads& loads;
  elements::Placement placement;
  elements::Relocator relocator;
  std::vector<std::vector<std::int64_t>> blocks;  ///< numbers of each rank's
  elements::Timing timing;                        ///< of this superstep
  std::vector<double> last_s;                     ///< of each rank in the last superstep; empty before the first
  std::vector<double> move_s, moved_bytes;        ///< by rank, in this superstep
  std::vector<Transfer> transfers;                ///< of the next superstep
  std::vector<elements::Theft> thefts;            ///< in this superstep
  /// Numbers of blocks under way, by sender and receiver, in the order in which they leave.
  std::map<std::pair<int, int>, std::deque<std::int64_t>> under_way;
};

/// The supersteps of such a run; shape [p].
std::vector<RoundsDone> perform(Relocation& all, Cluster& cluster);

}  // namespace uneven::simulated
