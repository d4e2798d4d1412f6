// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/json.hpp"
#include "document/options/program_options.hpp"
#include "elements/placement.hpp"

namespace uneven::elements {

/// The constants of section 3.5 of Ito 2012.
struct TriggerConstants {
  double difference = 0.30;  ///< least (max - min) / max of the last times for which these alone decide
  double errors = 3;         ///< half-width of an interval in standard errors ...
  double slack_s = 0.040;    ///< ... plus this
  double pause_s = 0;        ///< longest pause by a quota, which may be in only one of two equal times
};

/// Work and time of each process in one superstep; shape [p].
struct Timing {
  std::vector<double> seconds;         ///< compute time
  std::vector<std::int64_t> elements;  ///< computed elements
};

/// Mean and spread of one process's seconds over some supersteps, by Welford's recurrence.
struct Estimate {
  double count = 0, mean = 0;
  double squares = 0;  ///< sum of squared distances from the mean

  void add(double seconds);
  double error() const;  ///< standard error of the mean; 0 below two supersteps
};

/// The supersteps since elements last moved, kept as sums, so that the cost of a decision does not grow with them.
struct History {
  std::int64_t supersteps = 0;
  Timing last;
  std::vector<Estimate> estimates;  ///< over the supersteps in which the process had elements; shape [p]

  void add(const Timing& timing);
};

/// A decision whether to move elements, and the speed of each process.
struct Decision {
  bool move = false;
  std::vector<double> rate;  ///< elements/s, shape [p]; only if `move`
  std::string reason;
};

/// The paper's rule (3.5). (1) If the last times differ by constants.difference or more, and by more than
/// constants.pause_s can explain, the last times decide.
/// (2) Otherwise each process has the interval mean +- (errors * standard error + slack) over the history, and elements
/// move if two intervals are disjoint, the means deciding.
///
/// Processes without elements have no time and are left out; their rate is the mean of the others'.
/// @param history  has at least one superstep.
Decision decide_by_paper(const History& history, const TriggerConstants& constants);

/// Elements move if that is predicted to save more than it costs: with rates from the means of the history,
/// (slowest time now - time when balanced) * supersteps left > seconds to move. The difference must also exceed twice
/// its standard error.
/// @param supersteps_left  supersteps left over this group.
/// @param seconds_to_move  predicted time of the move at the busiest process, from former moves.
Decision decide_by_gain(const History& history, std::int64_t supersteps_left, double seconds_to_move);

/// An answer to a process that asked another for blocks in a superstep.
struct Theft {
  std::int32_t victim, thief;
  std::int64_t blocks;                 ///< that were given; 0: refused
  double victim_left_s, thief_left_s;  ///< that each would have been busy without them
};

/// Rank 0's part of relocation: keeps the history of each group, decides, and remembers why.
class Relocator {
 public:
  /// @param pause_s  the longest pause that a CPU quota makes.
  Relocator(const document::BspOptions& options, std::size_t groups, double pause_s);

  /// The history of the group grows by one superstep, or by the mean of some that pauses would blur each by itself.
  /// @return the target in blocks, if elements are to move.
  std::optional<std::vector<std::int64_t>> decide(std::int64_t superstep, int group, const Placement& placement,
                                                  const Timing& timing, std::int64_t supersteps_left);

  /// Blocks that move as one: several with the mode blocks=B, or where the user says how many elements do.
  std::int64_t unit(const Placement& placement) const;

  /// Remembers what processes gave each other in a superstep.
  void note(std::int64_t superstep, const std::string& group, std::vector<Theft> thefts);

  /// Learns the time of a move: seconds of the slowest process for its bytes.
  void learn(double seconds, double bytes);

  bool moves_first() const { return options_.relocation.mode == document::RelocationMode::sync; }
  document::OrderedJson report() const;

 private:
  /// The timing for a decision: the superstep's, or the mean of some; nothing while it would be blurred by pauses of a
  /// quota or a move just made.
  std::optional<Timing> judged(std::size_t group, const Timing& timing);
  double seconds_to_move(const Placement& placement, const std::vector<std::int64_t>& target) const;

  const document::BspOptions& options_;
  double pause_s_;
  /// A sum over supersteps, each too short to tell speeds. Each process had the same elements in all of them.
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
