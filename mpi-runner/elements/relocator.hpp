// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "document/json.hpp"
#include "document/options/bsp_options.hpp"
#include "elements/relocation.hpp"
#include "elements/store.hpp"

namespace uneven::elements {

/// Rank 0's part of relocation: keeps the history of each group, decides, and remembers why.
class Relocator {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  Relocator(const document::BspOptions& options, std::size_t groups, double pause_s);

  /// The history of the group grows by one superstep, or by the mean of some that pauses would blur each by itself.
  /// @return the target in blocks, if elements are to move.
  std::optional<std::vector<std::int64_t>> decide(std::int64_t superstep, int group, const Store& store,
                                                  const Timing& timing, std::int64_t supersteps_left);

  /// Blocks that move as one: several with the mode blocks=B.
  std::int64_t unit(const Store& store) const;

  /// What moving took: seconds of the slowest process for its bytes.
  void learn(double seconds, double bytes);

  bool moves_first() const { return options_.relocation.mode == document::RelocationMode::sync; }
  document::OrderedJson report() const;

 private:
  /// What decides: the superstep, or the mean of some; nothing while pauses of a quota, or what has just moved, would
  /// blur it.
  std::optional<Timing> judged(std::size_t group, const Timing& timing);
  double seconds_to_move(const Store& store, const std::vector<std::int64_t>& target) const;

  const document::BspOptions& options_;
  double pause_s_;
  /// Supersteps too short to tell anything each by itself, in all of which everyone had the same elements.
  struct Together {
    std::int64_t supersteps = 0;
    std::vector<double> seconds;  ///< summed; shape [p]
  };
  std::vector<History> history_;    ///< by group, since its elements moved last
  std::vector<Together> together_;  ///< by group
  std::vector<bool> moved_;         ///< by group: since the last decision
  struct Entry {
    std::int64_t superstep;
    std::string group;
    std::int64_t blocks;
    std::string reason;
  };
  std::vector<Entry> entries_;
  std::int64_t decisions_ = 0, moves_ = 0;
  double seconds_per_byte_ = 1e-8;  ///< a network of 1 Gbit/s, until something has moved
};

}  // namespace uneven::elements
