// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "reduction/model.hpp"

namespace uneven::reduction {

/// Processors in the order in which they are placed, and their operation times.
struct Line {
  std::vector<std::int64_t> ranks;
  std::vector<double> times;
};

/// The `processors` fastest, ascending by operation time, then by rank.
/// @throws InputError  if `processors` is above most_processors.
/// Cost: O(p log p).
Line fastest_first(const Model& model, std::int64_t processors);

/// Swaps processors of different speed as long as that lowers `cost`. Fastest first would be best if operations were
/// divisible; the fraction of an operation that each processor loses at the end matters if it has few operations.
///
/// Lines of more than 64 processors are left as they are.
/// Cost: 2,016 calls of `cost` in each of at most 8 rounds.
void improve(Line& line, const std::function<double(const Line&)>& cost);

/// A processor's place in a tree, seen backwards in time from the end of the last operation.
struct Place {
  double lag = 0;              ///< the processor's last operation ends this long before the root's
  std::int64_t parent = -1;    ///< position of the processor that it sends to; -1 for the root
  std::int64_t operation = 0;  ///< which of the parent's operations takes the result, 1 being its last
};

/// Gives every processor in turn the open place with the least lag.
///
/// Backwards in time, processor q works without a pause: its operations end at lag_q, lag_q + n_q, .... A child whose
/// result is used by the operation that starts at lag_q + a n_q has the lag lag_q + a n_q + m. The root's place is
/// first. The places do not depend on the height, so the tree of any height is a prefix of the answer.
///
/// @param times     n_q, shape [p], in the order of placing: ascending, so that the deep places go to the slow
///                  processors.
/// @param transfer  m.
/// @param arity     i: an operation takes the results of up to i - 1 others.
/// @param most_operations  most operations per processor that take results, >= 1; 1 makes a chain.
/// @return          shape [p], in ascending order of lag; a parent comes before its children.
/// Cost: O(p log p) time, O(p) memory.
std::vector<Place> earliest_places(const std::vector<double>& times, double transfer, std::int64_t arity,
                                   std::int64_t most_operations = std::numeric_limits<std::int64_t>::max());

/// The time, backwards, at which the `count`-th of all operations ends, if no processor ever stops.
///
/// @param count  1 <= count <= 2^53.
/// Cost: O(p); up to 60 times that if many very short operations end close to that time.
double end_of_operation(std::int64_t count, const std::vector<Place>& places, const std::vector<double>& times);

}  // namespace uneven::reduction
