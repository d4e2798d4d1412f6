#pragma once

#include <cstdint>
#include <vector>

#include "document/search.hpp"

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

}  // namespace uneven::search
