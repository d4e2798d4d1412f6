#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reduction/model.hpp"

namespace uneven::reduction {

/// Processors in the order in which they are given places, and their operation times.
struct Line {
  std::vector<std::int64_t> ranks;
  std::vector<double> times;
};

/// The `processors` fastest, ascending by operation time, then by rank.
/// @throws InputError  if more than most_processors are wanted.
/// Cost: O(p log p).
Line fastest_first(const Model& model, std::int64_t processors);

/// Swaps processors of different speed as long as that lowers `cost`. Fastest first is best but for the fractions of
/// operations that are lost when time is up; with few operations each they count.
///
/// Lines of more than 64 processors are left as they are.
/// Cost: 2,016 calls of `cost` in each of at most 8 rounds.
void improve(Line& line, const std::function<double(const Line&)>& cost);

}  // namespace uneven::reduction
