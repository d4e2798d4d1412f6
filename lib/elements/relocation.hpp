// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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

/// Shares `blocks` in proportion to the rates (3.4), with the least makespan. Each process gets at least one if there
/// are enough; otherwise its speed could not be measured again. With `unit` > 1 only whole units; the rest goes to the
/// last process.
std::vector<std::int64_t> target_blocks(std::int64_t blocks, const std::vector<double>& rate, std::int64_t unit = 1);

/// A move of `blocks` blocks from one process to another.
struct Move {
  int from = 0, to = 0;
  std::int64_t blocks = 0;
  bool operator==(const Move&) const = default;
};

/// The fewest blocks that turn `now` into `target`, both shape [p] with the same sum; only multiples of `unit`.
std::vector<Move> moves_between(const std::vector<std::int64_t>& now, const std::vector<std::int64_t>& target,
                                std::int64_t unit = 1);

}  // namespace uneven::elements
