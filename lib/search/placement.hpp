// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "document/common.hpp"
#include "document/search.hpp"

namespace uneven::search {

/// Fixed work of each processor for a query, in examples: c = query_s / task_s, at most 2^40.
double start_of(const document::SearchTimes& times);

/// The processors that share a scan so that all end together.
struct Sharing {
  double work = 0;   ///< all examples plus the fixed work of each processor, in examples
  double speed = 0;  ///< sum of their speeds
  double end() const { return work / speed; }
};

/// Solves for t, and finds the processors that take part, in
///
///     sum_i max(0, t s_i - start) = examples
///
/// where each has fixed work of `start` examples; a processor that could not end it by t takes no part.
///
/// @param speed  s_i, shape [p], each > 0.
/// @param start  >= 0.
/// Cost: O(p log p).
Sharing share_evenly(std::int64_t examples, std::vector<double> speed, double start);

/// Shares t s_i - start of processors that take part, 0 for the others; not whole numbers. Shape [p].
std::vector<double> even_shares(std::int64_t examples, const std::vector<double>& speed, double start);

/// n_i examples per processor, so that max_i((n_i + start) / s_i) of those with examples is smallest.
///
/// @param speed  s_i, shape [p], each > 0.
/// @param start  fixed work of each processor, in examples, >= 0.
/// @return       shape [p], adding up to `examples`.
/// Cost: O(p log p).
std::vector<std::int64_t> proportional_counts(std::int64_t examples, const std::vector<double>& speed,
                                              double start = 0);

/// The n fastest processors, ties to the first, and the others; both in their order.
std::pair<std::vector<document::Processor>, std::vector<document::Processor>> split_fastest(
    const std::vector<document::Processor>& cluster, std::size_t n);

/// The parts that one processor hands out to the others, in order, for the methods that hand out parts during the scan.
class Chunks {
 public:
  /// static-process: `pieces` equal parts per processor, which are its share. A processor takes the parts of its share
  /// first, then the last part of the share with the most parts left.
  /// synchronous-data: `pieces` equal parts per worker; asynchronous-data: units of m;
  /// self-scheduling: half of each processor's share of the examples left, down to its part of `min_chunk` (weighted
  /// factoring without rounds; Hummel et al. 1996); shares are even_shares(), which exclude processors that would end
  /// last.
  explicit Chunks(const document::Search& plan);

  /// The next part for processor `rank`; empty when all are taken.
  document::Range next(int rank);

  /// The examples of all parts of a processor's share; static-process only.
  document::Range share(int rank) const;

  /// Whether a part is of the processor's share; static-process only.
  bool holds(int rank, document::Range part) const;

 private:
  /// Parts, by number, that are left of a share.
  struct Left {
    std::int64_t first, end;
    std::int64_t count() const { return end - first; }
  };
  std::int64_t first_row(std::int64_t part) const;
  std::int64_t first_part(std::int64_t rank) const;
  document::Range rows(std::int64_t part) const { return {first_row(part), first_row(part + 1) - first_row(part)}; }
  document::Range next_of_shares(std::size_t rank);

  std::int64_t examples_, processors_, taken_ = 0;
  std::int64_t fixed_ = 0;   // number of parts made before the run, of equal size; or
  std::int64_t number_ = 0;  // the part that comes next
  std::vector<Left> shares_;
  std::set<std::pair<std::int64_t, std::size_t>> by_left_;  // of each share: minus its parts left; its processor
  std::int64_t unit_ = 0;                                   // examples of a unit; or
  std::int64_t min_chunk_ = 1;
  std::vector<double> half_share_;  // decreasing chunks
};

/// Examples that the memory of each processor holds, at most `examples`; shape [N]. Empty if nothing limits them.
/// @param example_bytes  of an example; absent: unknown.
std::vector<std::int64_t> room_for_examples(std::int64_t examples, std::span<const document::Processor> cluster,
                                            std::optional<double> example_bytes);

/// Examples that each processor holds at a time, shape [N]:
///
///     processor 0                        all, because it reads the table and writes the neighbours
///     equal-data, proportional-data      its part
///     static-process                     its part, and two parts of others: one that it scans, one on its way
///     all other methods                  all, because any processor may scan any example
///
/// @param pieces  h of static-process.
/// @param counts  parts of the processors, adding up to all examples.
std::vector<std::int64_t> examples_held(document::SearchMethod method, std::int64_t pieces,
                                        std::span<const std::int64_t> counts);

/// Whether equal parts, or all examples where the method needs them everywhere, have room. Proportional parts always
/// have if processor 0 has room for all, see proportional_counts_within().
bool has_room(document::SearchMethod method, std::int64_t examples, std::int64_t pieces,
              std::span<const std::int64_t> room);

/// proportional_counts() with at most `room` examples of each processor: the least max_i((n_i + start) / s_i).
/// @param room  shape [p]; empty: any.
/// @return      nothing if the room is too small for all.
std::optional<std::vector<std::int64_t>> proportional_counts_within(std::int64_t examples,
                                                                    const std::vector<double>& speed, double start,
                                                                    const std::vector<std::int64_t>& room);

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
