// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace uneven::search {

/// Periods of a busy processor under a CPU quota: it runs from the start of each period until its quota is used up,
/// then pauses.
struct Pauses {
  double awake_s = 0;
  double pause_s = 0;  ///< 0 without a quota
  double period_s() const { return awake_s + pause_s; }
};

/// The time at which a processor, running from time 0, tests a message that arrives at `seconds`.
double next_look(const Pauses& pauses, double seconds);

/// A part that a processor is to scan.
struct Part {
  double examples = 0;   ///< 0: none is left
  bool travels = false;  ///< whether its examples come from processor 0
  Part(double count, bool comes = false) : examples(count), travels(comes) {}
};

/// What questions, answers and examples cost that go between processor 0 and another.
struct PartMessages {
  double transit_s = 0;    ///< of a question or an answer
  double handled_s = 0;    ///< work of either end for a message
  double own_byte_s = -1;  ///< each byte of examples; negative: they share the way out of processor 0
};

/// A scan whose parts processor 0 hands out on request. Times in s.
struct HandOut {
  std::vector<double> task_s;   ///< T_i for an example, shape [p]
  std::vector<double> start_s;  ///< time before a processor's first example, shape [p]
  double part_s = 0;            ///< fixed time of each part
  bool master_scans = true;     ///< whether processor 0 scans, too
  bool ahead = true;            ///< whether others ask once their remaining work takes as long as their last answer did
  Pauses pauses{};              ///< pauses of processor 0 while it scans
  double answer_s = 0;          ///< time of processor 0, while it scans, to hand a part to another

  /// Shape [p]; empty where nothing was measured: messages take no time, and first parts are known from the start.
  std::vector<PartMessages> messages{};
  std::vector<double> step_s{};  ///< a scanning processor looks at messages after a step; shape [p], empty: always
  double example_bytes = 0;      ///< of a part that travels
  double byte_s = 0;             ///< of the way out of processor 0, which the parts on it share equally

  /// The next part, for processor i.
  std::function<Part(std::size_t)> next;
};

/// What comes of it.
struct HandedOut {
  double scanned_s = 0;        ///< until all parts are scanned
  std::vector<double> ends_s;  ///< until a processor knows that nothing is left for it; shape [p]
};

/// Replays a scan. Processor 0 is a queue: it takes one question at a time, in the order in which they come, and at
/// each pays for two messages, the question and the answer. While it scans it looks for questions after each step, and
/// so does any other for its answer. If processors ask at the same time, the lowest comes first.
///
///     0  scan |ask 1|ask 2| scan  |ask 1|
///     1  ask ...    scan      ask ...    scan
///
/// Cost: O(parts log p).
HandedOut handed_out(HandOut scan);

/// Seconds until all parts are scanned.
double handed_out_seconds(HandOut scan);

}  // namespace uneven::search
