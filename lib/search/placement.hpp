// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "document/common.hpp"
#include "document/search.hpp"
#include "search/predict.hpp"

namespace uneven::search {

/// What each processor begins with for every query, in examples: c = query_s / task_s, or 2^40 if that is less.
double start_of(const document::SearchTimes& times);

/// Those who share a scan so that all end together.
struct Sharing {
  double work = 0;   ///< all examples, and what each of them starts with, in examples
  double speed = 0;  ///< theirs
  double end() const { return work / speed; }
};

/// The t and its processors of
///
///     sum_i max(0, t s_i - start) = examples
///
/// where each begins with what takes it as long as `start` examples; whoever could not end that by t takes no part.
///
/// @param speed  s_i, shape [p], each > 0.
/// @param start  >= 0.
/// Cost: O(p log p).
Sharing share_evenly(std::int64_t examples, std::vector<double> speed, double start);

/// t s_i - start of those who take part, 0 of the others; not whole. Shape [p].
std::vector<double> even_shares(std::int64_t examples, const std::vector<double>& speed, double start);

/// n_i examples per processor, so that max_i((n_i + start) / s_i) of those with examples is smallest.
///
/// @param speed  s_i, shape [p], each > 0.
/// @param start  of each, in examples, >= 0.
/// @return       shape [p], adding up to `examples`.
/// Cost: O(p log p).
std::vector<std::int64_t> proportional_counts(std::int64_t examples, const std::vector<double>& speed,
                                              double start = 0);

/// The parts that one processor hands to the others, in order, for the methods that do so during the scan.
class Chunks {
 public:
  /// static-process: `pieces` equal parts per processor, which are its share. A processor takes the parts of its share
  /// first, then the last part of the share with the most parts left.
  /// synchronous-data: `pieces` equal parts per worker; asynchronous-data: units of m;
  /// self-scheduling: half of each processor's share of what is left, down to its part of `least` each (weighted
  /// factoring without rounds; Hummel et al. 1996); shares are even_shares, so that nobody begins who would end last.
  explicit Chunks(const document::Search& plan);

  /// The next part for processor `rank`; empty when all are taken.
  document::Range next(int rank);

  /// Of static-process: the examples of all parts of a processor's share.
  document::Range share(int rank) const;

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
  std::int64_t unit_ = 0;  // examples of a unit; or
  std::int64_t least_ = 1;
  std::vector<double> half_share_;  // decreasing chunks
};

/// A scan whose parts processor 0 hands out to whoever asks.
struct HandOut {
  std::vector<double> task_s;   ///< T_i for an example, shape [p]
  std::vector<double> start_s;  ///< before a processor's first example, shape [p]
  double part_s = 0;            ///< of every part, whatever its length
  bool master_scans = true;     ///< processor 0 as well
  bool ahead = true;            ///< the others ask when what they have left takes as long as their last answer did
  Pauses pauses;                ///< of processor 0 while it scans
  double answer_s = 0;          ///< of processor 0's time while it scans, for each part that it gives another

  /// How many examples the next part has, for processor i; 0 if none is left.
  std::function<double(std::size_t)> next;
};

/// When all parts are scanned; of processors that ask at the same time the lower comes first.
/// Cost: O(parts log p).
double handed_out_seconds(HandOut scan);

}  // namespace uneven::search
